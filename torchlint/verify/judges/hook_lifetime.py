"""Whether hooks stay where they were registered."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.verify.evidence import Observation
from torchlint.verify.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Hooks that were registered here are still there at the end."""
    registered, unknown, removed = (total(seen, name) for name in ("registered", "unknown", "removed"))
    live, most = total(seen, "live"), max(each.facts["most_in_one_place"] for each in seen)
    if not registered:
        return Verdict("undecided", f"no handle came back from {times(unknown, 'call')}")
    numbers = (Number("not removed", registered - removed, "hooks"), Number("at once", most, "hooks"))
    if removed == registered:
        return Verdict("refuted", f"all of {times(registered, 'hook')} were removed", numbers)
    if most < 2 and not live:
        return Verdict(
            "refuted", f"all of {times(registered, 'hook')} were removed, or went with what they hung on", numbers
        )
    text = f"{registered - removed} of {times(registered, 'hook')} not removed, up to {most} at once in one place"
    return Verdict("confirmed", text, numbers)
