from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move setting-has-no-effect", replaces="B018")
def check(file: File) -> Findings:
    """A method named without parentheses is not called: the statement does nothing, and the value is the method."""
    for method in detect.uncalled_methods(file):
        if testing.is_only_tried(method):
            continue  # only checked for existence
        yield finding(
            method,
            f"`{method}` is not called, {method.happens}; write `{method.instead}`",
            fix=Fix("Call it", method.edits, safe=False),
            sure=method.is_certain,
        )
