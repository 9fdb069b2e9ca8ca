from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="accuracy-at-chance",
    words="scaled_dot_product_attention MultiheadAttention Transformer",
    preview=True,
)
def check(file: File) -> Findings:
    """A True in a mask hides a position in `nn.MultiheadAttention`, but keeps it in `scaled_dot_product_attention`."""
    for mask in detect.inverted_masks(file):
        says, wants = ("hide", "keep") if mask.wants_visible else ("keep", "hide")
        yield finding(
            mask,
            f"`{mask}` is True for what to {says}, but `{mask.call.callee}` expects True for what to {wants}; "
            "invert it with `~`",
            fix=Fix("Invert the mask", mask.inverse, safe=False),
            sure=mask.is_certain,
        )
