"""Whether a Kullback-Leibler loss is the divergence of what it is given."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The loss is another number than the divergence."""
    checked, right, averaged, wrong, neither = (
        total(seen, name) for name in ("checked", "right", "averaged", "wrong", "neither")
    )
    calls = times(checked, "call")
    if not checked:
        what = "too large, or empty" if total(seen, "large") else "nothing whose numbers can be read"
        return Verdict("undecided", f"its input was {what} in {times(sum(each.visits for each in seen), 'call')}")
    if wrong or averaged:
        last = next(each.facts for each in reversed(seen) if each.facts["truth"] is not None)
        loss, truth = last["result"], last["truth"]
        numbers = (Number("loss", loss), Number("divergence", truth))
        text = f"a loss of {loss:.3g} where the divergence is {truth:.3g}"
        if averaged > wrong:
            text += f", divided by {last['classes']} classes as well"
        elif total(seen, "plain"):
            text += ": it was given probabilities instead of their logarithms"
        return Verdict("confirmed", f"{text}, in {wrong + averaged} of {calls} looked at", (*finite(numbers),))
    if neither:
        share = Number("calls without distributions", neither / checked)
        text = f"its input is neither a distribution nor the logarithm of one, in {neither} of {calls} looked at"
        return Verdict("confirmed" if neither == checked else "undecided", text, (share,))
    return Verdict("refuted", f"the loss is the divergence in {calls} looked at", (Number("calls", right),))


def finite(numbers: Sequence[Number]) -> list[Number]:
    """The numbers that every format can hold, and at least one."""
    return [number for number in numbers if number.is_finite()] or [Number("losses that are not finite", 1)]
