from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-is-nan accuracy-at-chance", words="backward")
def check(file: File) -> Findings:
    """A second `step()` without a `backward()` in between applies the same gradients once more."""
    for repeated in detect.repeated_steps(file):
        first, second = repeated.first, repeated.second
        yield finding(
            second,
            f"`{second}` applies the gradients that `step()` has applied already; step once after each `backward()`",
            related=(first.says("applies them first"),),
        )
