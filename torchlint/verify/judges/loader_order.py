"""Whether passes over a DataLoader differ."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """A loader without a sampler that draws is gone through several times."""
    in_order, others = total(seen, "in_order"), total(seen, "others")
    if not in_order and not others:
        return Verdict("undecided", f"no DataLoader was found in {times(total(seen, 'unknown'), 'execution')}")
    if not in_order:
        return Verdict("refuted", f"a custom sampler orders {times(others, 'loader')}", (Number("loaders", others),))
    if not all(each.facts["is_watched"] for each in seen):
        return Verdict("undecided", "passes over a DataLoader can't be counted in this version of torch")
    passes = max(each.facts["passes"] for each in seen)
    samples = max(each.facts["samples"] for each in seen)
    numbers = (Number("passes in the same order", passes), Number("samples", samples))
    if passes < 2:
        return Verdict(
            "undecided", f"{times(samples, 'sample')} in the order of the dataset, in a single pass", numbers
        )
    text = f"{times(samples, 'sample')} came in the order of the dataset in each of {passes} passes"
    return Verdict("confirmed", text, numbers)
