from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="api", severity="error", symptoms="crash")
def check(file: File) -> Findings:
    """A call whose arguments do not match the signature, such as that of a module's `forward`, raises a TypeError."""
    for call in detect.misfits(file):
        yield finding(call, call.message, sure=not call.condition, related=call.takes)
