"""Whether a model is validated with samples that it is trained on."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Samples are in both."""
    compared, samples, shared = (total(seen, name) for name in ("compared", "samples", "shared"))
    if shared:
        numbers = (Number("trained on", shared / samples), Number("validated with", samples, "samples"))
        return Verdict("confirmed", f"{shared} of {times(samples, 'sample')} are also trained on", numbers)
    if samples and not total(seen, "elsewhere"):
        text = f"none of {times(samples, 'sample')} is trained on"
        return Verdict("refuted", text, (Number("validated with", samples, "samples"),))
    if compared:
        return Verdict("undecided", "two datasets; a run can't tell whether they hold the same samples")
    return Verdict("undecided", "no two datasets with indices to compare")
