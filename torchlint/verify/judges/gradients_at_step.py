"""Whether a step finds the gradients that backward has made."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Gradients are cleared, and the next step has none to apply."""
    cleared, nothing, without, with_gradient = (
        total(seen, name) for name in ("cleared", "nothing_to_clear", "without", "with_gradient")
    )
    looked = without + with_gradient
    unclear = total(seen, "unclear")
    if unclear and not looked:
        return Verdict("undecided", f"{times(unclear, 'step')} of an optimizer that torchlint does not know")
    if not looked and not cleared:
        return Verdict("undecided", f"there was no gradient to clear in {times(nothing, 'execution')}")
    if not looked:
        return Verdict("undecided", f"gradients were cleared {times(cleared)}, but no step followed")
    numbers = (
        Number("without gradients", without, "steps"),
        Number("looked at", looked, "steps"),
        Number("cleared gradient norm", max(each.facts["norm"] for each in seen)),
        Number("cleared", max(each.facts["parameters"] for each in seen), "parameters"),
    )
    if not with_gradient:
        what = f"{without} of {times(looked, 'step')} looked at had no gradient to apply"
        size = f" had a norm of up to {numbers[2].value:.3g}" if numbers[2].value else " can't be measured"
        return Verdict("confirmed", f"{what}; the gradients that were cleared before{size}", numbers)
    text = f"{with_gradient} of {times(looked, 'step')} looked at had gradients to apply"
    return Verdict("undecided" if without else "refuted", text, numbers)
