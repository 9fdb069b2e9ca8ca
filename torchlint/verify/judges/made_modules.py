"""Whether a layer is made anew with each call."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Each call makes a layer of new numbers that no optimizer has, or a dropout that eval mode does not reach."""
    made, trained, active = (total(seen, name) for name in ("made", "trained", "active_in_eval"))
    parameters = max(each.facts["parameters"] for each in seen)
    numbers = max(each.facts["numbers"] for each in seen)
    counts = (Number("made", made, "layers"), Number("new numbers in each", numbers, "numbers"))
    if not made:
        return Verdict("undecided", f"no module was created in {times(total(seen, 'unknown'), 'execution')}")
    if trained:
        text = f"{times(made, 'layer')} created, and an optimizer that steps has their parameters"
        return Verdict("refuted", text, counts)
    if made == 1:
        return Verdict("undecided", "created once; only a second call shows whether it is created again", counts)
    if parameters:
        text = f"{made} layers created, each with {numbers:,} new numbers that no optimizer has"
        return Verdict("confirmed", text, counts)
    if active:
        text = f"{made} layers created, {active} of them in eval mode, where they still drop"
        return Verdict("confirmed", text, (Number("dropping in eval mode", active, "layers"), *counts))
    if total(seen, "eval"):
        return Verdict(
            "refuted", f"{made} layers created, and none of them has parameters or drops in eval mode", counts
        )
    return Verdict("undecided", f"{made} layers created, all of them in train mode, where they should drop", counts)
