from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="precision", severity="info", symptoms="loss-is-nan", default=False, words="autocast")
def check(file: File) -> Findings:
    """`backward()` under autocast is autocast as well, so gradients that the forward kept in float32 become float16."""
    if testing.is_part_of_tests(file):
        return  # a test of both together
    for backward in detect.backwards_under_autocast(file):
        yield finding(
            backward,
            f"`{backward}` under autocast may compute float32 gradients in half precision; "
            "end the `with` block before it",
            related=(backward.entered.says("autocast begins here"),),
        )
