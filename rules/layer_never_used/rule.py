from torchlint import File, Findings, finding, rule
from torchlint.proofs import missing_gradients
from torchlint.queries import testing

from . import detect, detect_doubts


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words="nn Module")
def check(file: File) -> Findings:
    """A layer that no code uses has parameters that never learn, and is often the one meant to be used."""
    if testing.is_test_module(file):
        return  # models that only serve as examples
    for layer in detect.unused_layers(file):
        unless = detect_doubts.doubt(layer)
        happens = "its parameters never learn" if layer.has_parameters else "it never drops anything"
        verb = "call"
        if layer.is_parameter:
            happens, verb = "it never learns", "use"
        message = f"`{layer.name}` is never used, so {happens}; {verb} it in `forward`, or delete it{unless}"
        proof = None if layer.is_parameter else missing_gradients(layer.made)
        yield finding(layer, message, proof=proof, sure=not unless)
