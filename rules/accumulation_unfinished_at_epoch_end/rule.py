from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="info", symptoms="accuracy-at-chance", words="backward zero_grad")
def check(file: File) -> Findings:
    """When `step()` runs every few batches, the leftover batches of an epoch are dropped or applied late."""
    if testing.is_part_of_tests(file):
        return  # tests have as many batches as they need
    for rest in detect.unfinished(file):
        if rest.every.is_literally == 1:
            continue  # a step for each batch
        does = "runs" if rest.step.method == "step" else "steps"
        what = "are discarded" if rest.is_cleared else "leak into the next epoch"
        yield finding(
            rest.step,
            f"`{rest.step}` {does} every `{rest.every}` batches, so gradients of leftover batches {what}; "
            "also step after the loop",
            related=(rest.every.says("steps every this many batches"),),
            sure=rest.is_sure,
        )
