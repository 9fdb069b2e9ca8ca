"""Whether a Subset can have a transform of its own."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Nothing reads what is written to a Subset; what is written to its dataset holds for the other parts, too."""
    parts, shared, alone, samples = (total(seen, name) for name in ("parts", "shared", "alone", "samples"))
    if parts:
        text = f"a plain Subset of {times(samples, 'sample')}, which has no transform, in {times(parts, 'execution')}"
        return Verdict("confirmed", text, (Number("samples without it", samples, "samples"),))
    if shared:
        text = f"{times(samples, 'sample')} of other parts come from the same dataset"
        return Verdict("confirmed", text, (Number("samples of other parts", samples, "samples"),))
    if alone:
        return Verdict(
            "refuted", f"no other part uses its dataset, in {times(alone, 'execution')}", (Number("alone", alone),)
        )
    if total(seen, "others"):
        return Verdict("refuted", "an instance of a subclass of Subset, which may have a transform")
    return Verdict("undecided", f"no Subset was found in {times(total(seen, 'unknown'), 'execution')}")
