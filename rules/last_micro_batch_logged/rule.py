from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="info", symptoms="validation-differs", words="backward")
def check(file: File) -> Findings:
    """Where a step adds up the gradients of several passes, a loss that is read afterwards is the last pass's alone."""
    if testing.is_part_of_tests(file):
        return  # a test compares what it likes
    for read in detect.last_losses(file):
        yield finding(
            read,
            f"`{read}` is of the last pass alone, and the step is of all; add up `{read}.detach()` in the loop",
            related=(read.assigned.says("each pass overwrites it"),),
        )
