"""Whether cuDNN's flags contradict each other while the program trains."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Both flags are on during steps of training."""
    steps, both = total(seen, "steps"), total(seen, "both")
    numbers = (Number("steps with both", both, "steps"), Number("steps", steps, "steps"))
    where = (
        ""
        if any(each.facts["cuda"] for each in seen)
        else "; they only have an effect on a GPU, which this run did not use"
    )
    if both:
        return Verdict("confirmed", f"both were on in {both} of {times(steps, 'step')}{where}", numbers)
    if steps:
        return Verdict("refuted", f"not on together in any of {times(steps, 'step')}", numbers)
    on = "on" if any(each.facts["at_end"] for each in seen) else "not both on"
    return Verdict("undecided", f"no optimizer stepped; at the end they were {on}")
