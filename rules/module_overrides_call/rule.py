from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="info", symptoms="setting-has-no-effect", default=False, words="__call__")
def check(file: File) -> Findings:
    """A module that defines `__call__` bypasses `nn.Module.__call__`, so its hooks never run."""
    for own in detect.own_calls(file):
        yield finding(
            own, f"`{own.cls}.__call__` replaces `nn.Module.__call__`, so hooks of `{own.cls}` never run; {own.advice}"
        )
