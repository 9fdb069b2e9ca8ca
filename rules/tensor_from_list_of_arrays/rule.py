from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", words="numpy cv2")
def check(file: File) -> Findings:
    """A tensor that is made of a list of arrays is copied number by number; one of an array is copied at once."""
    if testing.is_part_of_tests(file):
        return  # a test has few numbers
    for made in detect.made_of_arrays(file):
        yield finding(made, f"`{made}` copies number by number; pass one array, `{made.array}`")
