"""Whether a variable for CUDA is set when CUDA has read it."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """CUDA had started, and the variable gets another value than it had then."""
    looked, same, started = (total(seen, name) for name in ("looked", "same", "started"))
    if not looked:
        return Verdict("undecided", f"no value was seen in {times(total(seen, 'unknown'), 'execution')}")
    if started:
        devices, asked = (max(each.facts[name] for each in seen) for name in ("devices", "asked"))
        numbers = (Number("devices", devices, "devices"), Number("asked for", asked, "devices"))
        verb = "is" if asked == 1 else "are"
        text = f"CUDA was already initialised with {times(devices, 'device')}, of which {asked} {verb} asked for"
        return Verdict("confirmed", text, numbers)
    if same == looked:
        text = f"the variable had this value already in {times(same, 'execution')}"
        return Verdict("refuted", text, (Number("visits", same, "visits"),))
    return Verdict(
        "undecided",
        f"torch had not initialised CUDA in {times(looked - same, 'execution')}; the driver may have been queried",
    )
