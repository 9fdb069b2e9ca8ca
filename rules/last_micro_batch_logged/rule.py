from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="info", symptoms="validation-differs", words="backward step")
def check(file: File) -> Findings:
    """With gradient accumulation, a loss read after the passes is that of the last micro-batch alone."""
    if testing.is_part_of_tests(file):
        return  # a test may compare single losses
    for read in detect.last_losses(file):
        yield finding(
            read,
            f"`{read}` is the loss of the last micro-batch only, but the step covers all of them; "
            f"add up `{read.part}` in the loop, and log the sum",
            related=(read.assigned.says("each pass overwrites it"),),
        )
