from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-is-nan setting-has-no-effect", words="nan NaN NAN")
def check(file: File) -> Findings:
    """NaN equals nothing, not even NaN, so `==` with it is always False and `!=` always True."""
    for compared in detect.compared_nans(file):
        yield finding(
            compared,
            f"`{compared}` is always {compared.result}, as NaN equals nothing; use {compared.asked}",
            fix=Fix("Ask with `isnan`", compared.as_isnan, safe=False),
        )
