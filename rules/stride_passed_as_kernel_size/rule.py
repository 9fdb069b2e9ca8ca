from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="accuracy-at-chance",
    words="Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d kernel_size",
)
def check(file: File) -> Findings:
    """The third argument of `nn.Conv2d` is `kernel_size`, so a stride passed there becomes the kernel size."""
    told = set()
    for given in detect.misplaced(file):
        if given.stands_in_its_own_place:
            continue  # a kernel as large as the stride cuts the input into patches
        if given.keeps_the_size:
            continue  # with a kernel of 3, the padding has to equal the dilation
        if given.call.node in told:
            continue  # the same mistake of one call: all that follows is in the wrong place
        told.add(given.call.node)
        own = f", and a `{given.place}` of its own" if given.place == "kernel_size" else ""
        yield finding(
            given,
            f"`{given}` is used as `{given.place}` of `{given.call.callee}`; pass `{given.name}={given}`{own}",
        )
