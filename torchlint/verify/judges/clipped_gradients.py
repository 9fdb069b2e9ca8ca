"""Whether clipping changes what is applied."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """There is nothing to clip, or what was clipped is cleared before a step applies it."""
    nothing, unused, applied, unclear = (total(seen, name) for name in ("nothing", "unused", "applied", "unclear"))
    vain, looked = nothing + unused, nothing + unused + applied + unclear
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", "what happened to the gradients could not be seen")
    numbers = [Number("in vain", vain, "calls"), Number("looked at", looked, "calls")]
    if vain and not applied:
        unclipped = max(each.facts["applied_norm"] for each in seen)
        numbers.append(Number("applied gradient norm", unclipped))
        why = "found no gradient" if nothing >= unused else "clipped gradients that were cleared before a step"
        text = f"{vain} of {times(looked, 'call')} looked at {why}"
        grown = f"; steps applied unclipped gradients with a norm of up to {unclipped:.3g}" if unclipped else ""
        return Verdict("confirmed", text + grown, tuple(numbers))
    if applied and not vain:
        numbers.append(Number("clipped gradient norm", max(each.facts["norm"] for each in seen)))
        text = f"a step applied the gradients that {applied} of {times(looked, 'call')} looked at had clipped"
        return Verdict("refuted", text, tuple(numbers))
    if vain:
        return Verdict("undecided", f"{vain} of {times(looked, 'call')} looked at changed nothing", tuple(numbers))
    return Verdict("undecided", "whether a step applied the clipped gradients could not be seen")
