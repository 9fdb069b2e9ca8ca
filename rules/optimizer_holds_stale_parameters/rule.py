from torchlint import File, Findings, finding, rule
from torchlint.proofs import unregistered_parameters

from . import detect, detect_loaded


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="step")
def check(file: File) -> Findings:
    """A model, or a part of one, that is made after the optimizer is in no optimizer, and stays as it is."""
    for replaced in (*detect.stale_optimizers(file), *detect_loaded.loaded_parts(file)):
        if detect.may_be_extended(file, replaced.optimizer.node):
            continue  # the new parameters are added to it, or to an optimizer that may be it
        yield finding(
            replaced,
            f"`{replaced}` {replaced.what}, and `{replaced.step}` trains what was there before; {replaced.advice}",
            sure=not detect.is_handed_on(file, replaced.optimizer.node),
            proof=unregistered_parameters(container=replaced, at=replaced.statement),
            related=(replaced.optimizer.says("made of the old parameters"), replaced.step.says("steps here")),
        )
