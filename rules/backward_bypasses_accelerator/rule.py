from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="precision",
    severity="warning",
    symptoms="loss-is-nan crash",
    words="prepare setup",
    preview=True,
)
def check(file: File) -> Findings:
    """`loss.backward()` beside accelerate or Fabric skips their loss scaling; call `accelerator.backward(loss)`."""
    if testing.is_part_of_tests(file):
        return  # a test may compare both
    for backward in detect.bypassing_backwards(file):
        instead = backward.instead
        yield finding(
            backward,
            f"`{backward}` skips the loss scaling of `{backward.accelerator}`, which fp16 needs; call `{instead}`",
            fix=Fix("Call the accelerator's backward", backward.put(instead), safe=False)
            if backward.sees_accelerator
            else None,
            sure=backward.is_certain,
            related=(backward.setup.says("prepared here"),),
        )
