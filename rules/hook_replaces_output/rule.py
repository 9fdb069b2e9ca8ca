from torchlint import File, Findings, finding, rule
from torchlint.queries import training

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="register_forward_hook")
def check(file: File) -> Findings:
    """The return value of a forward hook replaces the module's output, even if the hook was only meant to record it."""
    trains = any(step.what == "backward" for loop in training.trainings(file) for step in loop.all)
    for returned in detect.recorded_and_returned(file):
        if returned.is_one_sample:
            happens = "makes the first sample the output; use the whole output, without `[0]`"
        elif returned.is_first_one:
            happens = "makes it the output of every call; return nothing"
        else:
            happens = "makes it the output, without a gradient; return nothing"
        yield finding(
            returned,
            f"{returned.what} {happens}",
            related=(returned.hook.says("registered here"),),
            sure=returned.is_one_sample or returned.is_first_one or (trains and not returned.hook.is_removed),
        )
