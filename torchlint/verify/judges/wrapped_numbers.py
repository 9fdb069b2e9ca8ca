"""Whether arithmetic in bytes has wrapped around."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Some number of a result in bytes is not what the arithmetic gives."""
    numbers, wrapped = total(seen, "numbers"), total(seen, "wrapped")
    share = Number("wrapped", wrapped / numbers if numbers else 0.0)
    wider = next((each.facts["wider"] for each in seen if each.facts["wider"]), "")
    if wrapped:
        text = f"{wrapped:,} of {numbers:,} numbers looked at have wrapped around"
        return Verdict("confirmed", text, (share, Number("looked at", numbers, "numbers")))
    if wider and not numbers:
        return Verdict("refuted", f"the result has dtype {wider}, which is wide enough")
    if numbers:
        return Verdict("undecided", f"none of {numbers:,} numbers has wrapped around here", (share,))
    return Verdict("undecided", "no numbers that could be compared")
