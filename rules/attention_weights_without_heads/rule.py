from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="api", severity="error", symptoms="crash", words="MultiheadAttention")
def check(file: File) -> Findings:
    """`nn.MultiheadAttention` averages its weights over the heads by default, so they have no head dimension."""
    if testing.is_part_of_tests(file):
        return  # a test may want the error
    for use in detect.taken_for_heads(file):
        yield finding(
            use,
            f"`{use.weights}` {use.happens}; call the attention with `average_attn_weights=False`",
            sure=use.is_certain,
            related=(use.attention.says("averages over the heads by default"),),
        )
