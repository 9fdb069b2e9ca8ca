"""Whether torch.compile compiles a function again and again."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times

# Two are what a number costs that turns out to vary: the second version takes any.
MANY = 3


def judge(seen: Sequence[Observation]) -> Verdict:
    """There are more versions than one for the first value, and one for all others."""
    versions = max(each.facts["versions"] for each in seen)
    if not versions:
        return Verdict("undecided", "was not compiled in this run")
    numbers = (Number("compiled", versions, "times"),)
    if versions < MANY:
        return Verdict("refuted" if versions == 1 else "undecided", f"compiled {times(versions)}", numbers)
    given_up = "; from then on it runs uncompiled" if versions >= max(e.facts["most"] for e in seen) else ""
    return Verdict("confirmed", f"compiled {times(versions)}{given_up}", numbers)
