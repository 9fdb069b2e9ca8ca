from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import rounded_constant
from torchlint.queries import gradients


@rule(group="numerics", severity="warning", symptoms="loss-is-nan", words="masked_fill")
def check(file: File) -> Findings:
    """`masked_fill` with a number below -65504 raises as soon as the scores are float16, as under autocast."""
    for fill in gradients.large_fills(file):
        if fill.is_trained_in_float32:
            continue  # trained in float32 here
        advice = f"use `torch.finfo({fill.filled}.dtype).min`"
        yield finding(
            fill.number,
            f"`{fill.number}` does not fit in float16, so this raises under autocast; {advice}",
            fix=Fix("Use the minimum of the dtype", fill.smallest, safe=False),
            proof=rounded_constant(tensor=fill.filled, constant=fill.number),
            sure=fill.meets_half and not (fill.may_meet_bfloat16 or fill.is_outside_autocast or fill.is_of_a_mask),
        )
