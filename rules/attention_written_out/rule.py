from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="out-of-memory gpu-idle", default=False, words="softmax Softmax")
def check(file: File) -> Findings:
    """Hand-written attention stores all its weights; `F.scaled_dot_product_attention` gives the same without them."""
    if testing.is_part_of_tests(file):
        return  # a test compares both
    for product in detect.written_out(file):
        if detect.has_fused_way(product):
            continue  # the function also calls a fused one, where available
        yield finding(
            product,
            f"`{product}` needs all attention weights in memory; use `{product.fused}`",
        )
