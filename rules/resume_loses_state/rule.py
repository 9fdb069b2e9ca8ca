from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_dcp


@rule(group="training", severity="warning", words="state_dict")
def check(file: File) -> Findings:
    """A checkpoint that keeps the optimizer and forgets the scheduler or the scaler resumes another training."""
    if testing.is_part_of_tests(file):
        return  # a test saves what it looks at
    for lost in detect.lost_states(file):
        yield finding(
            lost,
            f"`{lost}` is saved and restored without `{lost.name}`, {lost.harm}; save `{lost.name}.state_dict()`, too",
            related=(lost.forgotten.says("made here"),),
        )
    for load in detect_dcp.unreturned_states(file):
        yield finding(
            load,
            f"`{load}` leaves the optimizer without its {load.lost}; give it what was loaded by `load_state_dict`",
        )
