"""Whether a batch of one sample comes out without its batch dimension."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """A batch of one sample has lost its first dimension."""
    batches, lost, flat = (total(seen, name) for name in ("batches", "lost", "flat"))
    if not batches and flat:
        return Verdict(
            "refuted", f"no batch dimension that could be lost in {times(flat, 'call')}", (Number("calls", flat),)
        )
    if not batches:
        return Verdict("undecided", f"no tensors in {times(sum(each.visits for each in seen), 'call')}")
    known = [each.facts for each in seen if each.facts["batches"]]
    smallest, largest = min(f["smallest"] for f in known), max(f["largest"] for f in known)
    sizes = (Number("smallest batch", smallest, "samples"), Number("largest batch", largest, "samples"))
    if lost:
        last = next(each.facts for each in reversed(seen) if each.facts["lost"])
        shapes = f"{tuple(last['before'])} became {tuple(last['after'])}"
        text = f"a batch of one sample lost its dimension in {lost} of {times(batches, 'call')}: {shapes}"
        return Verdict("confirmed", text, (Number("lost", lost, "calls"), *sizes))
    return Verdict("undecided", f"no batch of one sample in {times(batches, 'call')}: {smallest} to {largest}", sizes)
