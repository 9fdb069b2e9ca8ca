"""Whether a view that was meant to move dimensions leaves numbers in the wrong place."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Numbers are not where a permutation would have put them."""
    checked, misplaced, numbers = (total(seen, name) for name in ("checked", "misplaced", "numbers"))
    calls = times(checked, "call")
    if not checked:
        return Verdict("undecided", f"no shapes could be compared in {times(sum(e.visits for e in seen), 'call')}")
    last = next(each.facts for each in reversed(seen) if each.facts["checked"])
    shapes = f"{tuple(last['before'])} became {tuple(last['after'])}"
    share = Number("misplaced", misplaced / numbers)
    if misplaced:
        text = f"{misplaced / numbers:.0%} of {times(numbers, 'number')} are in the wrong place: {shapes}, in {calls}"
        return Verdict("confirmed", text, (share,))
    return Verdict("refuted", f"every number is where a permutation would put it: {shapes}, in {calls}", (share,))
