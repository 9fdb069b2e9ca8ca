"""Whether somebody was given an iterator with nothing left in it."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """A generator that has ended is used once more."""
    ended, alive, other = (total(seen, name) for name in ("ended", "alive", "other"))
    numbers = (Number("used with nothing left", ended, "times"),)
    if ended:
        return Verdict("confirmed", f"an exhausted generator was used {times(ended)}", numbers)
    if other:
        return Verdict("undecided", f"no generator in {times(other, 'case')}: what is left can't be determined")
    return Verdict("refuted", f"the iterator was not exhausted in {times(alive, 'case')}", numbers)
