from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="distributed", severity="error", symptoms="crash", words="backward")
def check(file: File) -> Findings:
    """`nn.DataParallel` returns one loss per GPU if `forward` computes the loss, and `backward()` accepts only one."""
    if testing.is_part_of_tests(file):
        return  # tests seldom run on several GPUs
    for loss in detect.losses_per_device(file):
        if loss.is_asked_for:
            continue  # possibly reached only without a wrapper
        yield finding(
            loss,
            f"`{loss.backward}` fails with several GPUs: `DataParallel` returns one loss per GPU; "
            f"use `{loss.with_call('.mean()')}`",
            fix=Fix("Take the mean of the losses", loss.then(".mean()"), safe=False),
            sure=loss.is_loss_surely,
            related=loss.elsewhere,
        )
