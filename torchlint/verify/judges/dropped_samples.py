"""Whether a DataLoader leaves samples out because they fill no batch."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """The samples of a pass are no multiple of the batch size."""
    loaders, samples, dropped = (total(seen, name) for name in ("loaders", "samples", "dropped"))
    if not loaders:
        return Verdict("undecided", "no DataLoader whose samples can be counted was made here")
    numbers = (Number("left out", dropped, "samples"), Number("drawn", samples, "samples"))
    if dropped:
        return Verdict("confirmed", f"{dropped} of {times(samples, 'sample')} are in no batch", numbers)
    return Verdict("refuted", f"all {times(samples, 'sample')} are in batches", numbers)
