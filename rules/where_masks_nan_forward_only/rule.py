from torchlint import File, Findings, finding, rule
from torchlint.proofs import masked_gradient

from . import detect


@rule(group="numerics", severity="error", symptoms="loss-is-nan")
def check(file: File) -> Findings:
    """A choice between two tensors hides a NaN from the result, and not from the gradient of what was not chosen."""
    for choice in detect.choices(file):
        guarded = choice.guarded
        if guarded is None:
            continue  # nothing breaks there, or what goes into it was made harmless before
        comes = choice.is_differentiated
        if comes is False:
            continue  # a number that is only looked at
        yield finding(
            guarded,
            f"the gradient of `{guarded}` is NaN at {guarded.pole}, chosen or not; replace those numbers before it",
            related=(choice.says("only the result is replaced here"),),
            proof=masked_gradient(operand=guarded.carrier, singular=guarded, at=choice),
            sure=comes is True,
        )
