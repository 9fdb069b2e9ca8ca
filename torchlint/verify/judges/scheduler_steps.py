"""Whether a scheduler is ever stepped."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The optimizer steps, and its scheduler never does."""
    made, moved, steps = (total(seen, name) for name in ("schedulers", "moved", "steps"))
    if not made:
        return Verdict("undecided", "no scheduler that torchlint knows was created here")
    facts = next((each.facts for each in seen if each.facts["last_rate"] is not None), seen[0].facts)
    rates = [
        Number(name, facts[key])
        for name, key in (("first rate used", "first_rate"), ("last rate used", "last_rate"))
        if facts[key] is not None
    ]
    numbers = (Number("optimizer steps", steps, "steps"), Number("never stepped", made - moved, "schedulers"), *rates)
    if moved:
        seen_steps = f", in {times(steps, 'step')} of the optimizer" if steps else ""
        return Verdict("refuted", f"{moved} of {times(made, 'scheduler')} stepped{seen_steps}", numbers)
    if not steps:
        return Verdict("undecided", "neither the scheduler nor its optimizer was seen to step")
    rate = f": the learning rate ends at {facts['last_rate']:g}" if rates else ""
    return Verdict("confirmed", f"never stepped in {times(steps, 'step')} of its optimizer{rate}", numbers)
