from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import rounded_constant
from torchlint.queries import gradients


@rule(group="numerics", severity="warning", symptoms="loss-is-nan", words="clamp clip hardtanh half float16 HalfTensor")
def check(file: File) -> Findings:
    """An epsilon too small for its dtype rounds away, so it cannot prevent a division by 0 or a log of 0."""
    for bound in gradients.rounded_bounds(file):
        yield finding(
            bound,
            f"`{bound}` is exactly 1 in float32, so clamping to it does nothing; use `1 - 1e-6`",
            fix=Fix("Use 1 - 1e-6", bound.raised, safe=False),
            proof=rounded_constant(tensor=bound.clamped, constant=bound),
            sure=bound.is_single,
        )
    for lost in gradients.lost_constants(file):
        yield finding(
            lost.constant,
            f"`{lost.constant}` is 0 in float16, so adding it to `{lost.other}` does nothing; "
            f"write `{lost.other.with_call('.float()')} + {lost.constant}`",
            fix=Fix("Add in float32", lost.other.then(".float()"), safe=False),
            proof=rounded_constant(tensor=lost.other, constant=lost.constant),
        )
    for optimizer in gradients.half_optimizers(file):
        eps = optimizer.eps
        said = f"`eps={eps}`" if eps else f"the default `eps={optimizer.default}`"
        yield finding(
            optimizer,
            f"`{optimizer.callee}` has {said}, which is 0 in float16, so its steps may divide by 0; pass `eps=1e-4`",
            fix=Fix("Use eps=1e-4", optimizer.raised, safe=False),
            proof=rounded_constant(optimizer=optimizer),
        )
