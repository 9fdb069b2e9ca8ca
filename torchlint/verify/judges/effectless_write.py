"""Whether an assignment changes anything that PyTorch looks at."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """What was written does not hold for the parameters, layers or groups that it was meant for."""
    writes, effectless = total(seen, "writes"), total(seen, "effectless")
    if not writes:
        return Verdict(
            "undecided", f"the object that is written to was not found in {times(total(seen, 'unknown'), 'execution')}"
        )
    facts = max(seen, key=lambda each: int(each.facts["unchanged"])).facts
    what, things, unchanged = facts["what"], facts["things"], facts["unchanged"]
    numbers = (Number("unchanged", unchanged, f"{what}s"), Number("without effect", effectless, "writes"))
    if not things:
        return Verdict("undecided", f"{times(writes, 'write')}, but there is no {what} that it could change")
    if not effectless:
        return Verdict(
            "refuted", f"after {times(writes, 'write')}, all of {times(things, what)} are as written", numbers
        )
    if what == "attribute":
        return Verdict("confirmed", f"{times(effectless, 'write')} of an attribute that PyTorch does not have", numbers)
    text = f"{unchanged} of {times(things, what)} unchanged after {times(effectless, 'write')}"
    return Verdict("confirmed", text, numbers)
