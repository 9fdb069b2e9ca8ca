"""Whether a backward needs parameters that have been changed."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Parameters that a graph leads to have been written to since its forward."""
    changed, backwards, came_back = (total(seen, name) for name in ("changed", "backwards", "came_back"))
    if not backwards and not total(seen, "unrelated") and not total(seen, "unknown"):
        return Verdict("not reached", "the forward ran, but this backward never did")
    if not backwards:
        return Verdict("undecided", "no backward went through an observed forward")
    most, of = (max(each.facts[name] for each in seen) for name in ("changed_parameters", "parameters"))
    numbers = (
        Number("changed", most, "parameters"),
        Number("parameters", of, "parameters"),
        Number("backwards through changed parameters", changed, "calls"),
        Number("looked at", backwards, "calls"),
    )
    if not changed:
        text = f"0 of {times(of, 'parameter')} had been changed in {times(backwards, 'call')} looked at"
        return Verdict("refuted", text, numbers)
    ends = "which raised" if not came_back else f"{changed - came_back} of which raised"
    ends = "which raised no error, with gradients for the old values" if came_back == changed else ends
    text = f"{most} of {times(of, 'parameter')} had been changed since the forward in {times(changed, 'call')}, {ends}"
    return Verdict("confirmed", text, numbers)
