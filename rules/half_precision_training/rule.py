from torchlint import File, Findings, finding, rule
from torchlint.proofs import half_updates

from . import detect


@rule(group="precision", severity="error", words="half float16")
def check(file: File) -> Findings:
    """Float16 parameters that an optimizer trains lose small updates, and Adam makes them infinite or NaN."""
    for half in detect.half_trainings(file):
        model = half.receiver
        if model is None:
            continue  # nothing that holds parameters
        yield finding(
            half,
            f"`{half}` trains float16 parameters, which lose small updates; keep them float32, use `torch.autocast`",
            proof=half_updates(model=model, at=half),
            related=half.elsewhere,
        )
