from torchlint import File, Findings, finding, rule
from torchlint.proofs import masked_gradient

from . import detect


@rule(group="numerics", severity="error", symptoms="loss-is-nan")
def check(file: File) -> Findings:
    """`torch.where` hides a NaN from the result, but not from the gradient of the branch that it did not select."""
    for choice in detect.choices(file):
        guarded = choice.guarded
        if guarded is None:
            continue  # always finite there, or the input was made safe before
        comes = choice.is_differentiated
        if comes is False and (guarded.is_certain or not choice.may_have_graph):
            continue  # only logged
        yield finding(
            guarded,
            f"{choice.shown} does not mask the gradient of `{guarded}`, which is NaN at {guarded.pole}; "
            "give such inputs a safe value first, with `torch.where`",
            related=(choice.says("only the result is replaced here"),),
            proof=masked_gradient(operand=guarded.carrier, singular=guarded, at=choice),
            sure=comes is True and guarded.is_certain,
        )
