"""Whether generators get different seeds."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """One call gives another seed than the other."""
    different, same = total(seen, "different"), total(seen, "same")
    numbers = (Number("different seeds", different, "times"), Number("looked at", different + same, "times"))
    if different:
        seeds = next(each.facts["seeds"] for each in seen if each.facts["seeds"])
        return Verdict("confirmed", f"{seeds[0]} here, {seeds[1]} there, in {times(different, 'call')}", numbers)
    if same:
        return Verdict("refuted", f"the same seed in {times(same, 'call')}", numbers)
    return Verdict("undecided", "no two numbers to compare")
