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
    """Losses take the model's output first and the target second; swapped, they compute something else."""
    for swapped in detect.swapped_losses(file):
        loss = swapped.loss
        yield finding(
            loss,
            f"`{loss.target}` is the output and `{loss.operand}` the target, but `{loss.name}` takes the output "
            "first; swap them",
            fix=Fix("Swap the arguments", detect.swapping(loss), safe=False),
            sure=swapped.is_proven,
        )
