from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance")
def check(file: File) -> Findings:
    """Adding bool tensors is a logical OR, which is at most True, so the sum never equals 2."""
    for compared in detect.compared_sums(file):
        when = "" if compared.is_certain else " for tensors"
        use = "use `&`" if compared.as_conjunction else "convert the terms with `.int()`"
        fix = Fix("Combine the terms with &", detect.as_conjunction(compared), safe=False)
        yield finding(
            compared,
            f"`{compared}` is always {compared.result}{when}, because adding bool tensors gives at most True; {use}",
            sure=compared.is_certain,  # Python's own True + True is 2
            fix=fix,
        )
