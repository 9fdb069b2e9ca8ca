from torchlint import File, Findings, Fix, finding, rule

from . import detect

_NORMS = "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm InstanceNorm1d InstanceNorm2d InstanceNorm3d"


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words=_NORMS)
def check(file: File) -> Findings:
    """The second argument of a batch norm is `eps`, so a momentum passed there is added to the variance."""
    for eps in detect.large_eps(file):
        yield finding(
            eps,
            f"`{eps}` sets `eps` of `{eps.norm.callee}`, which shrinks its output; "
            f"write `momentum={eps.momentum}`{eps.reason}",
            fix=Fix(f"Write `momentum={eps.momentum}`", eps.as_momentum, safe=False),
        )
