from torchlint import File, Findings, finding, rule
from torchlint.proofs import half_updates
from torchlint.queries import training

from . import detect


@rule(group="precision", severity="error", symptoms="loss-is-nan", words="half float16")
def check(file: File) -> Findings:
    """Training float16 parameters loses small updates, and Adam turns the parameters into inf or NaN."""
    for half in training.half_trainings(file):
        yield finding(
            half,
            f"`{half}` stores the parameters in float16, which rounds small updates away; "
            "keep them in float32 and use `torch.autocast`",
            proof=half_updates(model=half, at=half),
            sure=half.is_sure,  # else a setting may choose another dtype
            related=half.elsewhere,
        )
    for cast in detect.cast_layers(file):
        yield finding(
            cast,
            f"`{cast}` stores new layers in float16, whose small updates are rounded away; "
            "keep them in float32 and use `torch.autocast`",
            proof=half_updates(model=cast, at=cast),
            sure=False,  # the optimizer is not known
        )
