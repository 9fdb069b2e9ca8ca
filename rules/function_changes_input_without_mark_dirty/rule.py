from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="crash", words="autograd")
def check(file: File) -> Findings:
    """A custom `Function` that modifies its input in place must call `ctx.mark_dirty`; else autograd does not know."""
    for change in detect.unmarked_changes(file):
        if change.has_no_gradient:
            continue  # a buffer, such as a running mean
        yield finding(
            change,
            f"this overwrites the caller's `{change.name}` without autograd knowing, so gradients may be wrong; "
            f"{change.advice}",
        )
