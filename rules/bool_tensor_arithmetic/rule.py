from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance")
def check(file: File) -> Findings:
    """The sum of bool tensors is a logical or, at most True, so it never equals 2."""
    for compared in detect.compared_sums(file):
        when = "" if compared.is_certain else " of tensors"
        use = "use `&`" if compared.as_conjunction else "convert the terms with `.int()`"
        fix = Fix("Ask whether all terms hold", detect.as_conjunction(compared), safe=False)
        yield finding(
            compared,
            f"`{compared}` is always {compared.result}{when}, since bool tensors add up to True at most; {use}",
            sure=compared.is_certain,  # Python's own True + True is 2
            fix=fix,
        )
