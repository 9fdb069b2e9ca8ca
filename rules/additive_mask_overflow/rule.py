from torchlint import File, Findings, finding, rule
from torchlint.proofs import rounded_constant

from . import detect


@rule(group="numerics", severity="warning", symptoms="loss-is-nan", words="softmax")
def check(file: File) -> Findings:
    """Adding a mask such as -1e9 in place to float16 scores overflows to -inf, so a fully masked row becomes NaN."""
    for mask in detect.added_masks(file):
        advice = f"use `{mask.scores}.masked_fill(...)` with `torch.finfo({mask.scores}.dtype).min` instead"
        yield finding(
            mask,
            f"`{mask}` overflows to -inf in float16, so a fully masked row becomes NaN; {advice}",
            proof=rounded_constant(tensor=mask.computed, constant=mask),
            sure=mask.is_sure,
        )
