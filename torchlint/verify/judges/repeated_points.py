"""Whether points of a curve stand on one another."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some tag has more than one point at one step."""
    points, repeated, other = (total(seen, name) for name in ("points", "repeated", "other"))
    most = max((each.facts["most"] for each in seen), default=0)
    numbers = (Number("at one step", most, "points"), Number("written", points, "points"))
    if repeated:
        step = "no step" if total(seen, "stepless") else "step"
        return Verdict("confirmed", f"{most} of {points} points have the same tag and {step}", numbers)
    if other:
        return Verdict("refuted", f"{times(other, 'call')} of an object that is not a SummaryWriter")
    if points > 1:
        return Verdict("refuted", f"each of {points} points has a different tag or step", numbers)
    return Verdict("undecided", f"{times(points, 'point')} written: too few to tell", numbers)
