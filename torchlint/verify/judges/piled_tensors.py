"""Whether tensors that are kept one after the other pile up."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, size, times, total

ENOUGH = 3  # earlier tensors, of which all have to be there still


def judge(seen: Sequence[Observation]) -> Verdict:
    """All tensors of earlier calls are still alive."""
    names = ("tensors", "others", "bytes", "remembered", "alive")
    tensors, others, kept, remembered, alive = (total(seen, name) for name in names)
    if not tensors:
        return Verdict("undecided", f"no tensor in {times(others, 'call')}")
    if alive < remembered:
        text = f"{alive} of {times(remembered, 'tensor')} from earlier calls still alive"
        return Verdict("refuted", text, (Number("still alive", alive, "tensors"),))
    if remembered < ENOUGH:
        return Verdict("undecided", f"only {times(tensors, 'call')}: too few to see them pile up")
    numbers = (Number("kept", kept / tensors, "bytes/forward"), Number("still alive", alive, "tensors"))
    text = f"all {times(alive, 'tensor')} from earlier calls still alive: {size(kept / tensors)} more with each call"
    return Verdict("confirmed", text, numbers)
