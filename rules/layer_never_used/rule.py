from torchlint import File, Findings, finding, rule
from torchlint.proofs import missing_gradients
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", words="nn Module")
def check(file: File) -> Findings:
    """A layer that no code uses has parameters that never learn, and is often the one that was meant to be used."""
    if testing.is_test_module(file):
        return  # models made to be looked at
    for layer in detect.unused_layers(file):
        if layer.has_parameters:
            message = f"`{layer.name}` is never used, so its parameters never learn; call it in `forward`, or delete it"
        else:
            message = f"`{layer.name}` is never used, so it drops nothing; call it in `forward`, or delete it"
        yield finding(layer, message, proof=missing_gradients(layer.made))
