"""Whether torch.compile has ended a graph at an expression."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """A graph ends here, and another one begins after it."""
    breaks, versions = total(seen, "breaks"), total(seen, "versions")
    numbers = (Number("broken here", breaks, "graphs"),)
    if breaks:
        reason = next(each.facts["reason"] for each in seen if each.facts["reason"])
        return Verdict("confirmed", f"{times(breaks, 'graph')} ended here: {reason}", numbers)
    if not versions:
        return Verdict("undecided", "was not compiled in this run")
    return Verdict("refuted", f"compiled {times(versions)}, and no graph ended here", numbers)
