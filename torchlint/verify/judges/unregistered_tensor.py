"""Whether a module passes one of its tensors by when it moves and is saved."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The tensor is neither a buffer nor a parameter of the module."""
    plain, registered, left = (total(seen, name) for name in ("plain", "registered", "left_behind"))
    if plain:
        numbers = max(each.facts["numbers"] for each in seen)
        text = f"no buffer in {times(plain, 'module')}: `.to()` and `state_dict()` skip {times(numbers, 'number')}"
        counts = (Number("not registered", numbers, "numbers"), Number("left behind", left, "modules"))
        if left:
            text = f"{text}; in {left} it is now on another device, or of another dtype, than everything else"
        return Verdict("confirmed", text, counts)
    if registered:
        return Verdict("refuted", f"registered by {times(registered, 'module')}", (Number("not registered", 0),))
    return Verdict("undecided", f"no module with this tensor was seen in {times(total(seen, 'unknown'), 'execution')}")
