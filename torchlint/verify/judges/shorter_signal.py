"""Whether a signal comes back from its spectrum one value shorter."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The signal has an odd length, and the result an even one."""
    signals, shorter = total(seen, "signals"), total(seen, "shorter")
    if shorter:
        before, after = next((one.facts["before"], one.facts["after"]) for one in seen if one.facts["shorter"])
        text = f"of shape {before} came back as {after}, in {shorter} of {times(signals, 'transform')}"
        return Verdict("confirmed", text, (Number("shorter", shorter), Number("transforms", signals)))
    if signals:
        text = f"as long as before in {times(signals, 'transform')}"
        return Verdict("refuted", text, (Number("transforms", signals),))
    return Verdict("undecided", "no signal whose shape could be compared with that of the result")
