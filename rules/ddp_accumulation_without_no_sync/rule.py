from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", words="backward", default=False)
def check(file: File) -> Findings:
    """`DistributedDataParallel` synchronises in every `backward`; passes without a step can use `no_sync()`."""
    if testing.is_part_of_tests(file):
        return  # a test compares ways to do it
    for backward in detect.averaged_passes(file):
        yield finding(
            backward,
            f"`{backward}` synchronises gradients even in passes that do not step; "
            "run forward and backward of those under `model.no_sync()`",
            related=(backward.step.says("steps in some passes only"),),
        )
