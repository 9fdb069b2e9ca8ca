from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import value_domain

from . import detect


@rule(group="numerics", severity="warning", symptoms="loss-is-nan", words="sqrt rsqrt sqrt_ 0.5 .5")
def check(file: File) -> Findings:
    """The gradient of a square root is infinite at 0, and NaN in all that a sum of squares was made from."""
    for root in detect.roots(file):
        what = root.zero
        if not what:
            continue  # something was added, or nobody knows what can be in it
        comes = root.is_differentiated
        if comes is False:
            continue  # a number that is only looked at
        edits = root.as_norm
        advice = "use `torch.linalg.vector_norm`" if edits else "add a small constant inside"
        yield finding(
            root,
            f"`{root.under}` is {what}, whose root has a NaN gradient at 0; {advice}",
            fix=Fix("Use a norm", edits, safe=False),
            proof=value_domain(nonnegative=root.under, at=root),
            sure=comes is True,
        )
