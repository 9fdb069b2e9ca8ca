from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="loss-does-not-move",
    words="cross_entropy CrossEntropyLoss BCELoss BCEWithLogitsLoss",
    preview=True,
)
def check(file: File) -> Findings:
    """Losses take the model's output first and the target second; the other way round they are another number."""
    for loss in detect.swapped_losses(file):
        yield finding(
            loss,
            f"`{loss.target}` is the output and `{loss.operand}` the target: `{loss.name}` takes the output first",
            fix=Fix("Put the output first", detect.swapping(loss), safe=False),
        )
