"""Whether hooks were skipped."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The module has hooks, and is not called itself."""
    calls, skipping = total(seen, "calls"), total(seen, "skipping")
    if not calls:
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'call')}")
    hooks = max(each.facts["hooks"] for each in seen)
    name = next((each.facts["model"] for each in seen if each.facts["model"]), "module")
    numbers = (Number("calls that skip hooks", skipping, "calls"), Number("hooks", hooks, "hooks"))
    if skipping:
        return Verdict("confirmed", f"{times(hooks, 'hook')} of {name} skipped in {times(skipping, 'call')}", numbers)
    return Verdict("refuted", f"{name} had no hook of its own in {times(calls, 'call')}", numbers)
