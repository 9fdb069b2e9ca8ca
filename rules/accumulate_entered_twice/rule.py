from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="ranks-drift", words="accumulate")
def check(file: File) -> Findings:
    """`accelerator.accumulate` counts a batch each time it is entered, so two blocks for one batch step too early."""
    for second in detect.second_blocks(file):
        yield finding(
            second,
            f"`{second}` counts the same batch again, so the optimizer steps too early; "
            "use one `accumulate` block per batch",
            related=(second.first.says("first counted here"),),
        )
