"""Whether a constant is something else in the type of the numbers that it meets."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The constant has rounded to 0 or 1, or is too large."""
    checked, rounded, overflowed = (total(seen, name) for name in ("checked", "rounded", "overflowed"))
    if not checked:
        return Verdict("undecided", f"no floating-point numbers in {times(sum(each.visits for each in seen), 'call')}")
    last = next(each.facts for each in reversed(seen) if each.facts["dtype"])
    kind, constant = last["dtype"].removeprefix("torch."), last["constant"]
    if overflowed:
        share = Number("too large", overflowed, "calls")
        text = f"{constant:g} is beyond the range of {kind}, in {overflowed} of {times(checked, 'call')} looked at"
        return Verdict("confirmed", text, (share,))
    if rounded:
        became = float(last["became"])
        reached, looked_at = total(seen, "reached"), total(seen, "numbers")
        said = f"{1 - constant:g} less than 1" if became == 1 else f"{constant:g}"
        text = f"{said} is {became:g} in {kind}, in {rounded} of {times(checked, 'case')} looked at"
        if became == 1:
            text += f"; {reached} of {times(looked_at, 'number')} are 1"
        return Verdict("confirmed", text, (Number("rounded", rounded, "cases"), Number("numbers at 1", reached)))
    return Verdict(
        "refuted", f"{constant:g} is kept in {kind}, in {times(checked, 'case')}", (Number("kept", checked),)
    )
