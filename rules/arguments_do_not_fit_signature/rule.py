from torchlint import File, Findings, finding, rule
from . import detect


@rule(group="api", severity="error", symptoms="crash", words="forward __init__ nn.Module")
def check(file: File) -> Findings:
    """A call whose arguments do not fit the signature of what it calls raises a TypeError."""
    for one in detect.misfits(file):
        s, m = one.signature, one.misfit
        yield finding(one, f"{s.name} {s.positional} {m.missing} {m.too_many} {m.unexpected} {m.twice} [{one.condition}]"[:118], sure=one.is_certain)
