"""Whether a hook fails when it is called."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """It takes another number of arguments than it is given, or its calls raise."""
    hooks, fitting, calls, raised = (total(seen, name) for name in ("hooks", "fitting", "calls", "raised"))
    facts = max(seen, key=lambda each: int(each.facts["hooks"])).facts
    if not hooks:
        return Verdict("undecided", f"no function was seen in {times(total(seen, 'unknown'), 'execution')}")
    if fitting < hooks:
        text = f"{times(hooks - fitting, 'hook')} can't be called with {times(facts['given'], 'argument')}"
        numbers = (Number("can't be called", hooks - fitting, "hooks"), Number("parameters", facts["takes"]))
        return Verdict("confirmed", f"{text}: there are {facts['takes']} parameters", numbers)
    if raised:
        numbers = (Number("raised", raised, "calls"), Number("calls", calls, "calls"))
        return Verdict("confirmed", f"{raised} of {times(calls, 'call')} did not return", numbers)
    if calls:
        return Verdict("refuted", f"{times(calls, 'call')} returned normally", (Number("raised", 0, "calls"),))
    return Verdict("undecided", "it was never called")
