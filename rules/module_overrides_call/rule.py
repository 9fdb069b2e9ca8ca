from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="info", symptoms="setting-has-no-effect", default=False, words="__call__")
def check(file: File) -> Findings:
    """A module's own `__call__` takes the place of the one that runs hooks, and what is built on hooks does nothing."""
    for own in detect.own_calls(file):
        yield finding(own, f"`{own.cls}.__call__` replaces nn.Module's, so hooks on it never run; {own.advice}")
