from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import rounded_constant
from torchlint.queries import gradients


@rule(group="numerics", severity="warning", symptoms="loss-is-nan", words="clamp clip hardtanh half float16 HalfTensor")
def check(file: File) -> Findings:
    """An epsilon that the type of the numbers can't hold rounds away, and what it was to prevent happens."""
    for bound in gradients.rounded_bounds(file):
        yield finding(
            bound,
            f"`{bound}` is exactly 1 in float32, so nothing is cut off at it; use `1 - 1e-6`",
            fix=Fix("Take 1e-6 off", bound.raised, safe=False),
            proof=rounded_constant(tensor=bound.clamped, constant=bound),
            sure=bound.is_single,
        )
    for lost in gradients.lost_constants(file):
        yield finding(
            lost.constant,
            f"`{lost.constant}` is 0 in float16, so nothing is added to `{lost.other}`; add it in float32",
            fix=Fix("Add in float32", lost.other.then(".float()"), safe=False),
            proof=rounded_constant(tensor=lost.other, constant=lost.constant),
        )
    for optimizer in gradients.half_optimizers(file):
        eps = optimizer.eps
        said = f"`{eps}`" if eps else f"{optimizer.default}, the default,"
        yield finding(
            optimizer,
            f"eps is {said} which is 0 for parameters in float16: steps divide by 0; use `eps=1e-4`",
            fix=Fix("Use eps=1e-4", optimizer.raised, safe=False),
            proof=rounded_constant(optimizer=optimizer),
        )
