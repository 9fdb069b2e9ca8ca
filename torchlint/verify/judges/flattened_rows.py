"""Whether a flattening mixes samples."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Another number of rows comes out than went in."""
    kept, changed = total(seen, "kept"), total(seen, "changed")
    if changed:
        facts = max(seen, key=lambda each: int(each.facts["changed"])).facts
        text = f"in {changed} of {times(kept + changed, 'call')}, {facts['before']} rows became {facts['after']}"
        numbers = (Number("mixed", changed, "calls"), Number("rows after", facts["after"], "rows"))
        return Verdict("confirmed", text, numbers)
    if kept:
        return Verdict("undecided", f"the sizes matched in {times(kept, 'call')}: no input had another size")
    return Verdict("undecided", f"no tensor with rows was seen in {times(total(seen, 'unknown'), 'execution')}")
