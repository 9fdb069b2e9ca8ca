from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="numerics",
    severity="info",
    symptoms="loss-is-nan",
    words="log exp",
    default=False,
    replaces="TOR106 TOR107 TOR108",
)
def check(file: File) -> Findings:
    """`log(1 + x)`, `exp(x) - 1` and `log(sum(exp(x)))` round or overflow; use `log1p`, `expm1` or `logsumexp`."""
    if testing.is_test_module(file):
        return  # an expected value, written out
    for step in detect.written_out(file):
        if step.is_shifted:
            continue  # the maximum is subtracted first, so nothing overflows
        if step.is_of_counts:
            continue  # degrees and frequencies: nothing is small compared to the 1
        if step.is_for_large_numbers:
            continue  # small values use the exact function, in the other branch of a `torch.where`
        yield finding(
            step,
            f"`{step}` {step.happens}; use `{step.better.replace('torch.nn.functional.', 'F.')}`",
            fix=Fix(f"Use {step.better.rpartition('.')[2]}", step.fused, safe=step.is_exact),
        )
