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
    """True in a mask hides a place from `nn.MultiheadAttention`, and shows it to `scaled_dot_product_attention`."""
    for mask in detect.inverted_masks(file):
        says, wants = ("what to hide", "what to look at") if mask.wants_visible else ("what to look at", "what to hide")
        yield finding(
            mask,
            f"`{mask}` says {says}, and `{mask.call.callee}` takes True for {wants}; turn it round with `~`",
            fix=Fix("Turn the mask round", mask.inverse, safe=False),
        )
