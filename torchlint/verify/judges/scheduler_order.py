"""Whether a scheduler steps before its optimizer."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The first step of a scheduler comes before any step of its optimizer."""
    early, late, skipped, resumed = (total(seen, name) for name in ("early", "late", "skipped", "resumed"))
    calls = total(seen, "calls")
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", "whether the optimizer had stepped could not be seen")
    if early:
        return _early(next(each for each in seen if each.facts["early"]), early, late)
    if late and not skipped and not resumed:
        numbers = (Number("before its optimizer", 0, "schedulers"), Number("calls", calls, "calls"))
        return Verdict("refuted", "the optimizer stepped before the scheduler's first step", numbers)
    if skipped:
        why = "GradScaler skipped it, or it was compiled"
        return Verdict("undecided", f"the optimizer was called first, but no step was seen: {why}")
    if resumed:
        return Verdict("undecided", "the scheduler continues where another run stopped")
    return Verdict("undecided", f"no scheduler with a known order was seen in {times(calls, 'call')}")


def _early(one: Observation, early: int, late: int) -> Verdict:
    intended, first, last = (one.facts[name] for name in ("intended_rate", "first_rate", "last_rate"))
    rates = [
        Number(name, rate)
        for name, rate in (("first rate used", first), ("rate to begin with", intended), ("last rate used", last))
        if rate is not None
    ]
    numbers = (Number("before its optimizer", early, "schedulers"), *rates)
    said = f"{early} of {times(early + late, 'scheduler')} stepped before its optimizer"
    if first is None or intended is None:
        return Verdict("confirmed", said, numbers)
    if first != intended:
        return Verdict("confirmed", f"{said}: the first step was made at {first:g} instead of {intended:g}", numbers)
    return Verdict("confirmed", f"{said}: from {first:g} on, each rate comes one call too early", numbers)
