from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="for", preview=True)
def check(file: File) -> Findings:
    """A function that loads a pretrained network in each call, such as LPIPS, takes most of its time for that."""
    if testing.is_part_of_tests(file):
        return  # a test needs no speed
    for load in detect.loads_in_loops(file):
        yield finding(
            load,
            f"`{load.shown}` loads a network in each pass of this loop; load it once, before the loop",
            related=tuple(one.says("loads the network") for one in load.inside),
        )
