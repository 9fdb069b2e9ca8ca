from torchlint import File, Findings, finding, rule
from torchlint.proofs import rounded_constant

from . import detect


@rule(group="numerics", severity="warning", symptoms="loss-is-nan", words="softmax")
def check(file: File) -> Findings:
    """A mask of numbers below -65504, added in place to float16 scores, is minus infinity: a row of it becomes NaN."""
    for mask in detect.added_masks(file):
        advice = f"use `masked_fill` with `torch.finfo({mask.scores}.dtype).min`"
        yield finding(
            mask,
            f"`{mask}` is -inf in float16, so a row that is masked as a whole is NaN; {advice}",
            proof=rounded_constant(tensor=mask.computed, constant=mask),
            sure=mask.is_sure,
        )
