from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", words="state_dict", preview=True)
def check(file: File) -> Findings:
    """Calling `state_dict()` for each key in a loop builds a dict of all tensors each time; call it once before."""
    if testing.is_part_of_tests(file):
        return  # a test needs no speed
    for call in detect.repeated_state_dicts(file):
        yield finding(
            call,
            f"`{call}` builds a dict of all tensors in each iteration; call it once before the loop",
            related=(call.repeated_by.says("this loop"),),
        )
