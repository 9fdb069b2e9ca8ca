"""Whether numbers that a choice has taken out of its result come back in the gradient."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The gradient behind the choice is not finite."""
    names = ("checked", "broken", "numbers", "chosen", "without_graph")
    checked, broken, numbers, chosen, without = (total(seen, name) for name in names)
    if not checked and without:
        return Verdict(
            "refuted", f"no tensor has a gradient here in {times(without, 'call')}", (Number("calls", without),)
        )
    if not checked:
        return Verdict("undecided", "the gradient could not be determined")
    found = (Number("gradients not finite", broken, "values"),)
    of = f"of {times(numbers, 'gradient')} in {times(checked, 'call')} looked at"
    if broken:
        hidden = "every result is finite" if not chosen else f"{times(chosen, 'result')} not finite"
        return Verdict("confirmed", f"{broken} {of} are NaN or infinite, and {hidden}", found)
    return Verdict("undecided", f"no harm so far: 0 {of} are NaN or infinite", found)
