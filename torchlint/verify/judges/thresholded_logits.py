"""Whether what is compared with a probability is one."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some of the numbers lie outside 0 and 1."""
    checked, numbers, outside = (total(seen, name) for name in ("checked", "numbers", "outside"))
    if not checked:
        return Verdict("undecided", f"no numbers in {times(sum(each.visits for each in seen), 'execution')}")
    known = (Number("numbers", numbers), Number("outside 0 and 1", outside))
    if outside:
        between = total(seen, "between")
        text = f"{outside:,} of {numbers:,} numbers lie outside 0 and 1; {between:,} between 0 and 0.5 are more likely"
        return Verdict("confirmed", f"{text} than not", (*known, Number("between 0 and 0.5", between)))
    return Verdict("refuted", f"all of {times(numbers, 'number')} lie between 0 and 1", known)
