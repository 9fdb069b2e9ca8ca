"""Whether a softmax is applied to a single class."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """There was one class, so that each probability was 1."""
    one, several = total(seen, "one"), total(seen, "several")
    if one:
        text = f"one class in {one} of {times(one + several, 'call')}, so each probability is 1"
        return Verdict("confirmed", text, (Number("of one class", one, "calls"),))
    if several:
        return Verdict("refuted", f"several classes in {times(several, 'call')}", (Number("calls", several),))
    return Verdict("undecided", f"no tensor with scores in {times(total(seen, 'unreadable'), 'execution')}")
