"""Whether the learning rates that `get_lr` computes are those in use."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The rate that was asked for is another one than the optimizer has."""
    calls, differing = total(seen, "calls"), total(seen, "differing")
    if not calls:
        return Verdict("undecided", "no learning rate of a scheduler was computed here")
    numbers = (Number("differing", differing, "calls"), Number("calls", calls, "calls"))
    if not differing:
        return Verdict("refuted", f"the rate in use, in {times(calls, 'call')}", numbers)
    facts = next(each.facts for each in seen if each.facts["given"] is not None)
    rates = (Number("rate given", facts["given"]), Number("rate in use", facts["used"]))
    text = f"a different rate in {differing} of {times(calls, 'call')}: {facts['given']:g} instead of {facts['used']:g}"
    return Verdict("confirmed", text, (*numbers, *rates))
