"""Whether what is made is copied to where it is used."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, size, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some call copies its tensor to another device than the one that it was made on."""
    copied, stayed, moved = (total(seen, name) for name in ("copied", "stayed", "bytes"))
    if not copied + stayed:
        return Verdict("undecided", f"no tensor was seen in {times(total(seen, 'unknown'), 'execution')}")
    numbers = (Number("copied", moved / (copied + stayed), "bytes/call"), Number("copies", copied, "calls"))
    if not copied:
        return Verdict("refuted", f"in {times(stayed, 'call')}, the tensor was already on the right device", numbers)
    where = next(each.facts["device"] for each in seen if each.facts["device"])
    text = f"{copied} of {times(copied + stayed, 'call')} copied to {where}: {size(moved)} in total"
    return Verdict("confirmed", text, numbers)
