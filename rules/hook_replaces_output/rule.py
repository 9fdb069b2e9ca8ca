from torchlint import File, Findings, finding, rule
from torchlint.queries import training

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="register_forward_hook")
def check(file: File) -> Findings:
    """What a forward hook returns takes the place of the module's output, also where it was meant to record it only."""
    trains = any(step.what == "backward" for loop in training.trainings(file) for step in loop.all)
    for returned in detect.recorded_and_returned(file):
        if returned.is_one_sample:
            happens = "is one sample of the batch, which takes the output's place; the module returns no tuple"
        elif returned.is_first_one:
            happens = "gives every later forward the output of the first; return nothing"
        else:
            happens = "takes the output's place, and no gradient comes past it; return nothing"
        yield finding(
            returned,
            f"`{returned}` {happens}",
            related=(returned.hook.says("registered here"),),
            sure=returned.is_one_sample or returned.is_first_one or (trains and not returned.hook.is_removed),
        )
