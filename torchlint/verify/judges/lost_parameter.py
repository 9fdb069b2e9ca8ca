"""Whether what was made of a parameter can be trained."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The result is a tensor that was computed: no module registers it, and no gradient is kept in it."""
    lost, leaves, numbers = (total(seen, name) for name in ("lost", "leaves", "numbers"))
    if lost:
        counts = (Number("not trained", numbers, "numbers"), Number("lost", lost, "parameters"))
        text = f"{lost} of {times(lost + leaves, 'result')} no longer parameters: {numbers:,} numbers are never trained"
        return Verdict("confirmed", text, counts)
    if leaves:
        return Verdict("undecided", f"{times(leaves, 'call')} returned the parameter itself")
    return Verdict("undecided", f"no tensor was seen in {times(total(seen, 'unknown'), 'execution')}")
