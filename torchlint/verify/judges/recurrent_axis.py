"""Whether a layer of sequences goes through the rows of a batch."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """It goes from row to row, so that what is taken of a row depends on those before, and not on its own columns."""
    along_rows, batch_first = total(seen, "along_rows"), total(seen, "batch_first")
    if along_rows:
        facts = max(seen, key=lambda each: int(each.facts["along_rows"])).facts
        rows, columns, changed, others = (facts[name] for name in ("rows", "columns", "changed", "others"))
        text = f"in {times(along_rows, 'call')} it iterated over {rows} rows, not over {columns} columns"
        numbers: tuple[Number, ...] = (Number("along rows", along_rows, "calls"),)
        if facts["looked_at"]:
            text = f"{text}; a different first row changed the output of {changed} of {others} others"
            numbers = (Number("depend on the first row", changed, "rows"), *numbers)
        return Verdict("confirmed", text, numbers)
    if batch_first:
        text = f"{times(batch_first, 'call')} of a layer with batch_first=True"
        return Verdict("refuted", text, (Number("along rows", 0, "calls"),))
    if total(seen, "alone"):
        return Verdict("undecided", f"one row or one column in {times(total(seen, 'alone'), 'call')}: no difference")
    return Verdict(
        "undecided", f"no recurrent layer with an input was seen in {times(total(seen, 'unknown'), 'execution')}"
    )
