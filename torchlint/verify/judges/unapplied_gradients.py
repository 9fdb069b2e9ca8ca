"""Whether gradients are cleared that no step has applied."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """There are gradients when they are cleared, and no optimizer has stepped since they were made."""
    unapplied, applied, steps = (total(seen, name) for name in ("unapplied", "applied", "steps"))
    calls = unapplied + applied
    if not calls:
        nothing, unknown = total(seen, "nothing"), total(seen, "unknown")
        return Verdict("undecided", f"there was nothing to clear in {times(nothing + unknown, 'call')}")
    size = max(each.facts["norm"] for each in seen)
    numbers = (
        Number("cleared before any step", unapplied, "calls"),
        Number("with gradients", calls, "calls"),
        Number("steps", steps, "steps"),
        Number("cleared gradient norm", size),
    )
    if not unapplied:
        return Verdict("refuted", f"what {times(applied, 'call')} cleared had been applied by a step before", numbers)
    if not steps:
        return Verdict("undecided", f"{times(unapplied, 'call')} cleared gradients, and no step was seen", numbers)
    text = f"{unapplied} of {times(calls, 'call')} cleared gradients that no step had applied, of a norm of up to"
    return Verdict("confirmed", f"{text} {size:.3g}", numbers)
