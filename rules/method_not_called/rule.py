from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", replaces="B018")
def check(file: File) -> Findings:
    """A method that is named and not called does nothing."""
    for method in detect.uncalled_methods(file):
        if testing.is_tried(method):
            continue  # asked whether it is there
        yield finding(
            method,
            f"`{method}` is not called, so it does nothing; write `{method}()`",
            fix=Fix("Call it", method.then("()"), safe=False),
        )
