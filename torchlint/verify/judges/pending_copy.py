"""Whether a copy to the CPU may be read before it is done."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some copy is still under way when the call that has started it is over."""
    looked, pending, on_host = (total(seen, name) for name in ("looked", "pending", "on_host"))
    if not looked:
        return Verdict("undecided", f"no tensor was seen in {times(total(seen, 'unknown'), 'execution')}")
    numbers = (Number("under way", pending, "calls"), Number("looked at", looked, "calls"))
    if pending:
        text = f"still running in {pending} of {times(looked, 'call')} when the program went on"
        return Verdict("confirmed", text, numbers)
    if on_host == looked:
        return Verdict("refuted", f"the tensor was on the CPU already in {times(on_host, 'call')}", numbers)
    return Verdict("undecided", f"done in {times(looked - on_host, 'call')}: too quick to tell")
