from torchlint import File, Findings, finding, rule
from torchlint.proofs import unregistered_parameters

from . import detect, detect_loaded


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="step")
def check(file: File) -> Findings:
    """A model, or a part of one, that is made after the optimizer is in no optimizer, and stays as it is."""
    for replaced in (*detect.stale_optimizers(file), *detect_loaded.loaded_parts(file)):
        yield finding(
            replaced,
            f"`{replaced}` {replaced.what}, and `{replaced.step}` trains what was there before; {replaced.advice}",
            proof=unregistered_parameters(container=replaced, at=replaced.statement),
            related=(replaced.optimizer.says("made of the old parameters"), replaced.step.says("steps here")),
        )
