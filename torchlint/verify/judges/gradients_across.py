"""Whether processes that train one model together step with the same gradients."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

SAME = 1e-3  # the relative difference of two norms that rounding may make


def judge(seen: Sequence[Observation]) -> Verdict:
    """In some step, the norm of the gradients is another one in another process."""
    if not total(seen, "models"):
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'visit')}")
    by_rank = {each.facts["rank"]: each.facts["norms"] for each in seen if each.facts["processes"] > 1}
    if len(by_rank) < 2:
        return Verdict("undecided", "a single process was seen to train: there is nothing to compare with")
    common = [step for step in next(iter(by_rank.values())) if all(step in norms for norms in by_rank.values())]
    if not common:
        return Verdict("undecided", f"no step of all {len(by_rank)} processes could be looked at")
    apart = [_apart([norms[step] for norms in by_rank.values()]) for step in common]
    other = sum(one > SAME for one in apart)
    numbers = (
        Number("difference", max(apart)),
        Number("steps that differ", other, "steps"),
        Number("processes", len(by_rank), "processes"),
    )
    text = (
        f"the norm of the gradients differs between {len(by_rank)} processes in {other} of {times(len(common), 'step')}"
    )
    if other:
        return Verdict("confirmed", f"{text} looked at, by up to {max(apart):.0%}", numbers)
    return Verdict("refuted", f"{text} looked at", numbers)


def _apart(norms: list[float]) -> float:
    """How far some numbers are from each other, of the largest."""
    largest = max(norms)
    return (largest - min(norms)) / largest if largest > 0 else 0.0
