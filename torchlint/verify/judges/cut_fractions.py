"""Whether a cast to whole numbers cuts off all that was added."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, total

_NEARLY_ALL = 0.9
_FEW = 0.5


def judge(seen: Sequence[Observation]) -> Verdict:
    """Nearly all numbers are what they were without their fractions."""
    numbers, lost = total(seen, "numbers"), total(seen, "lost")
    if not numbers:
        return Verdict("undecided", "no fractions that could be read")
    share = lost / numbers
    counts = (Number("cut off", share), Number("looked at", numbers, "numbers"))
    text = f"the cast dropped the fraction that was added to {lost:,} of {numbers:,} numbers"
    return Verdict("confirmed" if share >= _NEARLY_ALL else "refuted" if share < _FEW else "undecided", text, counts)
