"""Whether a DistributedSampler gives samples out again to fill up the ranks."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The samples are no multiple of the ranks, each of which sees the same sampler."""
    if not total(seen, "samplers"):
        alone = total(seen, "alone")
        return Verdict("undecided", "a single rank has all samples" if alone else "no DistributedSampler was made here")
    samples, repeated = (max(each.facts[name] for each in seen) for name in ("samples", "repeated"))
    numbers = (Number("repeated", repeated, "samples"), Number("samples", samples, "samples"))
    if repeated > 0:
        return Verdict("confirmed", f"the ranks get {repeated} of {times(samples, 'sample')} a second time", numbers)
    return Verdict("refuted", f"{times(samples, 'sample')} can be divided without repeating any", numbers)
