"""Whether float16 parameters can be trained as they are."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """After some step numbers are not finite, or do not change though they have a gradient."""
    if not total(seen, "models"):
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'execution')}")
    looked, numbers, broken, stuck = (total(seen, name) for name in ("looked", "numbers", "broken", "stuck"))
    if not looked:
        return Verdict("undecided", "no optimizer that has its parameters was seen to step")
    steps = times(looked, "step")
    measured = (Number("not finite", broken, "numbers"), Number("unchanged", stuck, "numbers"), Number("steps", looked))
    if not numbers:
        return Verdict("refuted", f"no parameter was float16 in {steps}", measured)
    if broken:
        text = f"{broken} of {numbers} float16 numbers were not finite after {steps} looked at"
        return Verdict("confirmed", text, measured)
    if stuck:
        compared = total(seen, "compared")
        text = f"{stuck} of {compared} float16 numbers with a gradient did not change in {steps} looked at"
        return Verdict("confirmed", text, measured)
    return Verdict("undecided", f"{numbers} float16 numbers showed no problem in {steps} looked at")
