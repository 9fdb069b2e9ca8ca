from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="api", severity="error", symptoms="crash", words="forward __init__ apply")
def check(file: File) -> Findings:
    """Calling a module runs its `forward`, so arguments that do not fit its signature raise a TypeError."""
    for call in detect.misfits(file):
        yield finding(call, call.message, sure=not call.condition, related=call.takes)
