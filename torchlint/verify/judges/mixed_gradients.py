"""Whether a step applies gradients that the backward of another loss has left."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """What the other loss's backward has left in an optimizer's parameters is still there when that steps."""
    losses, steps, mixed = (total(seen, name) for name in ("losses", "steps", "mixed"))
    if not steps:
        return Verdict("undecided", f"{times(losses, 'loss')} of the other kind, but no step followed any of them")
    parameters, left, size = (max(each.facts[name] for each in seen) for name in ("parameters", "left_norm", "norm"))
    numbers = (
        Number("with gradients of both", mixed, "steps"),
        Number("looked at", steps, "steps"),
        Number("parameters", parameters, "parameters"),
        Number("norm left by the other loss", left),
        Number("norm applied", size),
    )
    if not mixed:
        return Verdict(
            "refuted", f"0 of {times(steps, 'step')} looked at applied gradients that the other loss had left", numbers
        )
    text = f"{mixed} of {times(steps, 'step')} looked at applied gradients that the other loss had left in"
    return Verdict("confirmed", f"{text} {times(parameters, 'parameter')}: norm {left:.3g} of {size:.3g}", numbers)
