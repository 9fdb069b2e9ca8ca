"""Whether a file's tensors come back on the device that they were saved from."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, size, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some tensor is on another device than the CPU as soon as it is loaded."""
    tensors, away, held = (total(seen, name) for name in ("tensors", "away", "bytes"))
    if not tensors:
        return Verdict("undecided", f"no tensor was found in the result of {times(total(seen, 'looked'), 'call')}")
    numbers = (Number("loaded elsewhere", held, "bytes"), Number("tensors elsewhere", away, "tensors"))
    if away:
        where = ", ".join(sorted({device for each in seen for device in each.facts["devices"]}))
        text = f"{away} of {times(tensors, 'tensor')}, {size(held)}, were loaded to {where}"
        return Verdict("confirmed", text, numbers)
    if total(seen, "cut"):
        return Verdict("undecided", f"the first {times(tensors, 'tensor')} are on the CPU; there are more")
    return Verdict("refuted", f"all of {times(tensors, 'tensor')} were saved from the CPU", numbers)
