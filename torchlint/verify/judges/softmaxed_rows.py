"""Whether a softmax goes over the rows of a batch."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """There were rows, and the softmax went over them."""
    batches, flat = total(seen, "batches"), total(seen, "flat")
    if batches:
        rows = max(int(each.facts["rows"]) for each in seen)
        sums = [each.facts for each in seen if each.facts["lowest"] is not None]
        text = (
            f"it was applied over a batch of up to {times(rows, 'row')} in {batches} of {times(batches + flat, 'call')}"
        )
        if sums:
            low, high = min(f["lowest"] for f in sums), max(f["highest"] for f in sums)
            text += f"; rows sum to {low:.3g} to {high:.3g}"
        return Verdict("confirmed", text, (Number("batches", batches, "calls"), Number("rows", rows)))
    if flat:
        return Verdict("refuted", f"one row of scores in {times(flat, 'call')}", (Number("calls", flat),))
    return Verdict("undecided", f"no tensor with scores in {times(total(seen, 'unreadable'), 'execution')}")
