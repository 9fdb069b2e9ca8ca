from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-is-nan setting-has-no-effect", words="nan NaN NAN")
def check(file: File) -> Findings:
    """NaN equals nothing, not even itself, so `x == nan` is always False and `x != nan` always True."""
    for compared in detect.compared_nans(file):
        yield finding(
            compared,
            f"`{compared}` is always {compared.result} because NaN never equals anything; use {compared.asked}",
            fix=Fix("Use `isnan`", compared.as_isnan, safe=False),
        )
