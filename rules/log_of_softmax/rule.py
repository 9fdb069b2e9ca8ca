from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import saturation
from torchlint.queries import losses


@rule(group="numerics", severity="error", symptoms="loss-is-nan", words="log")
def check(file: File) -> Findings:
    """`log(softmax(x))` is -inf where the softmax underflows to 0; `log_softmax` does not underflow."""
    for log in losses.softmax_logarithms(file):
        if not log.loses:
            continue  # kept finite by an epsilon, and no gradient is needed
        fused = log.fused
        if log.is_clamped:
            says = "has no gradient where the clamp raises a small probability"
        elif log.has_epsilon:
            says = "leaves almost no gradient where the probability is small"
        else:
            says = "can underflow to 0, whose logarithm is -inf"
        yield finding(
            log.place,
            f"`{log.input}` {says}; use `log_softmax` in place of softmax and log",
            fix=Fix("Use log_softmax", fused, safe=log.is_bare) if fused else None,
            related=tuple(log.elsewhere),
            proof=saturation(argument=log.input, at=log.call),
        )
