"""Whether steps apply gradients again that earlier steps have applied."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

ENOUGH = 2  # steps
NEGLIGIBLE = 0.01  # of the new gradient: what is old is not scaled by a GradScaler that scales what is new


def judge(seen: Sequence[Observation]) -> Verdict:
    """Nothing clears the gradients between one step and the next backward."""
    steps, stale, cleared, unclear = (total(seen, name) for name in ("steps", "stale", "cleared", "unclear"))
    looked = stale + cleared + unclear
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", "whether gradients are cleared before backward() could not be seen")
    if not steps:
        return Verdict("undecided", "no optimizer was seen to step here")
    numbers = (Number("not cleared", stale, "steps"), Number("looked at", looked, "steps"), *_sizes(seen))
    ratios = [ratio for each in seen for ratio in each.facts["ratios"]]
    if ratios and max(ratios) < NEGLIGIBLE:
        old = f"the old part is at most {max(ratios):.2g} of the new"
        return Verdict("undecided", f"not cleared before {stale} of {times(looked, 'step')}, but {old}", numbers)
    if stale >= ENOUGH:
        text = (
            f"{stale} of {times(looked, 'step')} looked at applied gradients that an earlier step had already applied"
        )
        growth = f"; the old part was up to {max(ratios):.3g} times as large as the new one" if ratios else ""
        return Verdict("confirmed", text + growth, numbers)
    if cleared and not stale and not unclear:
        return Verdict("refuted", f"0 of {times(looked, 'step')} looked at: the gradients are cleared before", numbers)
    if not looked:
        return Verdict("undecided", f"{times(steps, 'step')}: too few to compare one with the next")
    return Verdict("undecided", f"cleared before {cleared} of {times(looked, 'step')}, not before {stale}", numbers)


def _sizes(seen: Sequence[Observation]) -> list[Number]:
    ratios = [ratio for each in seen for ratio in each.facts["ratios"]]
    last = [each.facts["last_norm"] for each in seen if each.facts["last_norm"] is not None]
    share = [Number("old gradient / new", max(ratios))] if ratios else []
    return [*share, *(Number("gradient norm", norm) for norm in last[:1])]
