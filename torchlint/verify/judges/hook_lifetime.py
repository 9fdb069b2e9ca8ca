"""Whether hooks stay where they were registered."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, seconds, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Hooks that were registered here are still there at the end."""
    registered, unknown, removed = (total(seen, name) for name in ("registered", "unknown", "removed"))
    live, most = total(seen, "live"), max(each.facts["most_in_one_place"] for each in seen)
    if not registered:
        return Verdict("undecided", f"{times(unknown, 'call')} returned no handle")
    called, counted = _calls(seen)
    numbers = (Number("not removed", registered - removed, "hooks"), Number("at once", most, "hooks"), *counted)
    if removed == registered:
        return Verdict("refuted", f"all of {times(registered, 'hook')} were removed{called}", numbers)
    if most < 2 and not live:
        text = f"all of {times(registered, 'hook')} were removed, or were freed with their modules or tensors{called}"
        return Verdict("refuted", text, numbers)
    freed = registered - removed - live
    gone = f" ({freed} of them freed with their modules or tensors)" if freed else ""
    text = f"{registered - removed} of {times(registered, 'hook')} not removed{gone}, up to {most} at once in one place"
    return Verdict("confirmed", f"{text}{called}", numbers)


def _calls(seen: Sequence[Observation]) -> tuple[str, tuple[Number, ...]]:
    """How often the registered functions have run, and how long: nothing where some of them don't tell.

    A function that is a hook in other places, too, has run for those as well: its calls do not tell for whom they are.
    """
    if total(seen, "counted") < total(seen, "registered") + total(seen, "unknown"):
        return "", ()
    calls, timed = total(seen, "calls"), total(seen, "timed")
    number = Number("hook calls", calls, "calls")
    functions = "its function was" if total(seen, "registered") == 1 else "their functions were"
    called = f"; {functions} called {times(calls)}"
    if not timed:
        return called, (number,)
    each = sum(one.facts["seconds"] for one in seen) / timed
    return f"{called}, {seconds(each)} each", (
        number,
        Number("hook time", each, "seconds/call"),
    )
