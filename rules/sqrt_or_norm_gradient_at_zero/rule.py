from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import value_domain

from . import detect, detect_arcs, detect_choices


@rule(
    group="numerics",
    severity="warning",
    symptoms="loss-is-nan",
    words="sqrt rsqrt sqrt_ 0.5 .5 acos arccos asin arcsin",
)
def check(file: File) -> Findings:
    """`sqrt` has an infinite gradient at 0, which becomes NaN if its input is a sum of squares or a variance."""
    for root in detect.roots(file):
        what = root.zero
        if not what:
            continue  # a constant is added, or its values are not known
        comes = root.is_differentiated
        if comes is False:
            continue  # only logged
        if detect_choices.is_chosen_by_its_own_numbers(root):
            continue  # where-masks-nan-forward-only reports that
        edits = root.as_norm
        advice = "use `torch.linalg.vector_norm`" if edits else "add a small constant inside the root"
        yield finding(
            root,
            f"`{root.under}` is {what}, and its square root has {root.harm} gradient at 0; {advice}",
            fix=Fix("Use `torch.linalg.vector_norm`", edits, safe=False),
            proof=value_domain(nonnegative=root.under, at=root),
            sure=comes is True and root.reaches_zero,
        )
    for arc in detect_arcs.arcs(file):
        if arc.is_differentiated is False:
            continue  # only logged
        yield finding(
            arc,
            f"`{arc.given}` reaches 1, where `{arc.method or arc.callee}` has an infinite gradient; clamp it",
            proof=value_domain(cosine=arc.given, at=arc),
            sure=arc.is_differentiated is True and not arc.is_limited,
        )
