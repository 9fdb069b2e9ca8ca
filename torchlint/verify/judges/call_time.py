"""Whether a call takes a share of the time that is worth telling."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, seconds, times, total

# Of the time from the first call to the end of the last.
MUCH, LITTLE = 0.05, 0.01
FEWEST = 3


def judge(seen: Sequence[Observation]) -> Verdict:
    """The calls take a good part of the loop's time."""
    calls = total(seen, "calls")
    spent, passed = (sum(float(each.facts[name]) for each in seen) for name in ("seconds", "passed"))
    if calls < FEWEST or not passed:
        return Verdict("undecided", f"{times(calls, 'call')}: too few to tell")
    share, each = spent / passed, spent / calls
    numbers = (Number("seconds per call", each, "s"), Number("share of the time", share))
    text = f"{times(calls, 'call')} of {seconds(each)}: {share:.0%} of the time between the first and the last"
    outcome = "confirmed" if share >= MUCH else "refuted" if share < LITTLE else "undecided"
    return Verdict(outcome, text, numbers)  # type: ignore[arg-type]  # one of the outcomes
