from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="device", severity="error", symptoms="crash", words="DataLoader loader")
def check(file: File) -> Findings:
    """A DataLoader yields batches on the CPU, so calling a model on a GPU fails unless they are moved to the GPU."""
    if testing.is_part_of_tests(file):
        return  # tests seldom run on a GPU
    for given in detect.left_on_cpu(file):
        yield finding(
            given,
            f"`{given.used}` fails on a GPU: `{given}` comes from a DataLoader and is on the CPU; "
            "move it to the device",
            sure=given.is_sure,
            related=given.elsewhere,
        )
