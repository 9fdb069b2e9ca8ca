"""Whether processes that train one model together step with the same gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total
from torchlint.verify.ranks import apart, named, relative

SAME = 1e-3  # the relative difference of two norms that rounding may make
SAME_WEIGHTS = 1e-5  # which differ by far less than their gradients

Norms = Mapping[int, Mapping[str, float]]  # of each rank, by the step


def judge(seen: Sequence[Observation]) -> Verdict:
    """In some step, the norm of the gradients is another one in another process."""
    if not total(seen, "models"):
        return Verdict("undecided", f"no module was seen in {times(total(seen, 'unknown'), 'execution')}")
    together = [each.facts for each in seen if each.facts["processes"] > 1]
    by_rank = {facts["rank"]: facts["norms"] for facts in together}
    if len(by_rank) < 2:
        return Verdict("undecided", "only one process trained, so there is nothing to compare")
    steps = _common(by_rank)
    if not steps:
        return Verdict("undecided", f"no step could be compared across all {len(by_rank)} processes")
    differing = _differing(by_rank, steps, SAME)
    difference = _difference(by_rank, steps)
    numbers = (
        Number("difference", difference),
        Number("steps that differ", len(differing), "steps"),
        Number("processes", len(by_rank), "processes"),
    )
    looked = f"{times(len(steps), 'step')} looked at"
    if not differing:
        everybody = named(sorted(by_rank))
        return Verdict("refuted", f"{everybody} step with gradients of equal norm in each of {looked}", numbers)
    others = sorted({rank for ranks in differing.values() for rank in ranks})
    which = (
        f"{named(others)} {'steps' if len(others) == 1 else 'step'} with different gradients than rank {min(by_rank)}"
    )
    text = f"{which} in {len(differing)} of {looked}, by up to {difference:.0%} of their norm"
    return Verdict("confirmed", text + _of_weights({facts["rank"]: facts["weights"] for facts in together}), numbers)


def _common(by_rank: Norms) -> list[str]:
    """The steps that were looked at in all processes, in order."""
    return [step for step in next(iter(by_rank.values())) if all(step in norms for norms in by_rank.values())]


def _differing(by_rank: Norms, steps: Sequence[str], most: float) -> dict[str, list[int]]:
    """The steps in which some ranks are unlike the first one, and which these are."""
    found = {step: apart({rank: norms[step] for rank, norms in by_rank.items()}, most) for step in steps}
    return {step: ranks for step, ranks in found.items() if ranks}


def _difference(by_rank: Norms, steps: Sequence[str]) -> float:
    spans = ([norms[step] for norms in by_rank.values()] for step in steps)
    return max(relative(max(span), min(span)) for span in spans)


def _of_weights(by_rank: Norms) -> str:
    """Since when the ranks have other weights: the first of the steps looked at after which they do."""
    differing = _differing(by_rank, _common(by_rank), SAME_WEIGHTS)
    if not differing:
        return ""
    step = next(iter(differing))
    others = named(sorted({rank for ranks in differing.values() for rank in ranks}))
    return f"; the weights of {others} differ from those of rank {min(by_rank)} from step {step} on"
