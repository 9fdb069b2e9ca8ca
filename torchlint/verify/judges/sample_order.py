"""Whether a DistributedSampler gives its samples in the same order again."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some pass begins in an epoch that was gone through before: the order is a function of the epoch."""
    samplers, passes, repeated = (total(seen, name) for name in ("samplers", "passes", "repeated"))
    if not samplers:
        return Verdict("undecided", f"no DistributedSampler was found in {times(total(seen, 'unknown'), 'execution')}")
    if total(seen, "unshuffled") == samplers:
        numbers = (Number("shuffling samplers", 0, "samplers"), Number("samplers", samplers, "samplers"))
        return Verdict("refuted", f"none of {times(samplers, 'sampler')} shuffles", numbers)
    if not all(each.facts["is_watched"] for each in seen):
        return Verdict("undecided", "passes can't be observed in this version of torch")
    if total(seen, "unshuffled") or passes <= samplers:
        begun = "1 pass" if passes == 1 else f"{passes} passes"
        return Verdict("undecided", f"{begun} over {times(samplers, 'sampler')}: too few to tell")
    text = f"{repeated} of {passes} passes had the order of an earlier one"
    numbers = (Number("repeated passes", repeated, "passes"), Number("passes", passes, "passes"))
    return Verdict("confirmed" if repeated else "refuted", text, numbers)
