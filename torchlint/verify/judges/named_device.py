"""Whether the device that a program asks for is there."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """A call that asks for CUDA has not ended, or this PyTorch knows no CUDA."""
    begun, ended = total(seen, "begun"), total(seen, "ended")
    gpus = max((each.facts["gpus"] for each in seen), default=-1)
    if gpus > 0:
        return Verdict(
            "undecided", f"{times(gpus, 'GPU')} here: it fails on a machine without one", (Number("GPUs", gpus),)
        )
    if begun and not all(each.facts["built"] for each in seen):
        failed = f", and {times(begun - ended, 'call')} did not end" if begun > ended else ""
        return Verdict("confirmed", f"0 GPUs for a PyTorch built without CUDA{failed}", (Number("GPUs", 0),))
    if begun > ended:
        return Verdict(
            "confirmed", f"{times(begun - ended, 'call')} did not end: no GPU has started", (Number("GPUs", 0),)
        )
    return Verdict("undecided", "the number of GPUs is not known")
