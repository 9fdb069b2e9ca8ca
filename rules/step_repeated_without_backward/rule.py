from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-is-nan accuracy-at-chance", words="backward")
def check(file: File) -> Findings:
    """A second `step()` without a `backward()` in between applies the same gradients again."""
    for repeated in detect.repeated_steps(file):
        first, second = repeated.first, repeated.second
        yield finding(
            second,
            f"`{second}` applies the same gradients as the `step()` before it; remove one of the two calls",
            related=(first.says("applies these gradients first"),) if file.holds(first.node) else (),
            sure=repeated.is_sure,
        )
