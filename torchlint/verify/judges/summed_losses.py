"""Whether the losses of several passes are summed up, undivided, for one step."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Several losses are differentiated for each step, and none is divided at last, or a sum itself."""
    names = ("losses", "scaled", "summed", "steps", "several")
    losses, scaled, summed, steps, several = (total(seen, name) for name in names)
    if not losses or not steps:
        return Verdict("undecided", f"{times(losses, 'loss')} and {times(steps, 'step')}: nothing to compare")
    most, size = (max(each.facts[name] for each in seen) for name in ("most", "norm"))
    numbers = (
        Number("losses per step", most, "losses"),
        Number("steps of several", several, "steps"),
        Number("steps", steps, "steps"),
        Number("gradient norm", size),
    )
    if not several:
        return Verdict("refuted", f"one loss for each of {times(steps, 'step')}", numbers)
    if scaled == losses:
        return Verdict("refuted", f"each of {losses} losses was divided or multiplied before", numbers)
    if summed == losses:
        return Verdict("refuted", f"each of {losses} losses was a sum over its samples, not a mean", numbers)
    if summed:
        text = f"{summed} of {losses} losses were sums over their samples, {scaled} were divided or multiplied before"
        return Verdict("undecided", text, numbers)
    if scaled:
        return Verdict("undecided", f"{scaled} of {losses} losses were divided or multiplied before", numbers)
    text = f"{several} of {times(steps, 'step')} applied the sum of up to {most} undivided losses"
    return Verdict("confirmed", f"{text}, a gradient of norm {size:.3g}", numbers)
