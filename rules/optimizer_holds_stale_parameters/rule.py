from torchlint import File, Findings, finding, rule
from torchlint.proofs import unregistered_parameters

from . import detect, detect_in_forward, detect_loaded


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="step Parameter(")
def check(file: File) -> Findings:
    """A model or layer replaced after the optimizer was created is not in it, so its parameters are never trained."""
    loaded = (*detect_loaded.loaded_parts(file), *detect_loaded.loaded_models(file))
    for replaced in (*detect.stale_optimizers(file), *loaded):
        if detect.may_be_extended(file, replaced.optimizer.node):
            continue  # the new parameters are added to this optimizer, or to one that may be the same
        yield finding(
            replaced,
            f"`{replaced}` {replaced.what}, but `{replaced.step}` still updates the old parameters; {replaced.advice}",
            sure=not detect.is_handed_on(file, replaced.optimizer.node),
            proof=unregistered_parameters(container=replaced, at=replaced.statement),
            related=(replaced.optimizer.says("created with the old parameters"), replaced.step.says("steps here")),
        )
    for parameter in detect_in_forward.replaced_in_forward(file):
        yield finding(
            parameter,
            f"`{parameter}` is a new parameter in each forward, which no optimizer updates; create it in `__init__`",
            sure=False,  # the model may only be used, and never trained
        )
