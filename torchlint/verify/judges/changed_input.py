"""Whether a call changes the numbers of a tensor that it is given."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some number is another one after the call."""
    calls, changed, other, numbers = (total(seen, name) for name in ("calls", "changed", "other", "numbers"))
    counts = (Number("changed", other / numbers if numbers else 0.0), Number("looked at", numbers, "numbers"))
    if changed:
        text = f"{other:,} of {numbers:,} numbers looked at had changed after {times(changed, 'call')}"
        return Verdict("confirmed", text, counts)
    if calls:
        return Verdict("refuted", f"{numbers:,} numbers were unchanged after {times(calls, 'call')}", counts)
    return Verdict("undecided", "no tensor whose numbers could be compared")
