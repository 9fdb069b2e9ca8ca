from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="ranks-drift", words="accumulate")
def check(file: File) -> Findings:
    """`accelerator.accumulate` counts a batch each time it is entered; two blocks for one batch count it twice."""
    for second in detect.second_blocks(file):
        yield finding(
            second,
            f"`{second}` counts this batch again, so updates come too early; use one `accumulate` for all models",
            related=(second.first.says("counted here"),),
        )
