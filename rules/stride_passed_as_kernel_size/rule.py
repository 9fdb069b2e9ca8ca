from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="accuracy-at-chance",
    words="Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d kernel_size",
)
def check(file: File) -> Findings:
    """Convolutions take the size of the kernel as third argument, so a stride given there is the kernel's size."""
    for given in detect.misplaced(file):
        if given.stands_in_its_own_place:
            continue  # a kernel as large as the stride cuts the input into patches
        if given.keeps_the_size:
            continue  # with a kernel of 3, the padding has to be as large as the dilation
        yield finding(
            given,
            f"`{given}` is taken for `{given.place}` of `{given.call.callee}`; pass it as `{given.name}={given}`",
        )
