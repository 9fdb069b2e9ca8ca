"""Whether bfloat16 parameters take the updates of their optimizer."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

_FEW = 0.1  # the share of numbers that may stay the same while the model still learns as it would in float32


def judge(seen: Sequence[Observation]) -> Verdict:
    """Many numbers that have a gradient do not change in a step."""
    if not total(seen, "models"):
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'execution')}")
    looked, numbers, compared, stuck = (total(seen, name) for name in ("looked", "numbers", "compared", "stuck"))
    if not looked:
        return Verdict("undecided", "no optimizer that has its parameters was seen to step")
    steps = times(looked, "step")
    if not numbers:
        return Verdict("refuted", f"no parameter was bfloat16 in {steps}", (Number("steps", looked),))
    if not compared:
        return Verdict("undecided", f"{numbers} bfloat16 numbers had no gradient, or only one step")
    measured = (Number("unchanged", stuck, "numbers"), Number("share", stuck / compared), Number("steps", looked))
    text = f"{stuck} of {compared} bfloat16 numbers with a gradient did not change in {steps} looked at"
    return Verdict("confirmed" if stuck > _FEW * compared else "refuted", text, measured)
