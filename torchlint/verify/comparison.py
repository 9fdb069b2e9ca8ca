"""Compares the losses that two runs of a program have computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from torchlint.verify.records import Losses, Process


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing losses, with a sentence that explains it."""

    outcome: Literal["identical", "different", "unknown"]
    text: str


def compared(before: Sequence[Process], after: Sequence[Process]) -> Comparison:
    """Compare the losses of the training process in two runs."""
    old, new = losses_of(before), losses_of(after)
    if old is None or new is None:
        which = "neither run" if old is new else "only the second run" if old is None else "only the first run"
        return Comparison("unknown", f"{which} has called backward where it could be seen")
    if not old.read or not new.read:
        return Comparison("unknown", "backward was called on nothing that is a single number")
    if (old.digest, old.read, old.backwards) == (new.digest, new.read, new.backwards):
        sample = "" if old.read >= old.backwards else f" in a sample of {old.read}"
        return Comparison("identical", f"identical in all {old.backwards} backward calls{sample}")
    return Comparison("different", _difference(old, new))


def losses_of(processes: Sequence[Process]) -> Losses | None:
    """The losses of the training process: rank 0, or of several such processes the one with the most losses."""
    seen = [process.losses for process in processes if process.losses is not None]
    return max(seen, key=lambda losses: (losses.rank == "0", losses.backwards), default=None)


def _difference(old: Losses, new: Losses) -> str:
    for (backward, value), (_, other) in zip(old.values, new.values, strict=False):
        if value.hex() != other.hex():  # not a number is the same as not a number
            unseeded = " (so would be two runs that set no seed, or read what a run before them wrote)"
            unseeded = unseeded if backward == 1 else ""
            return f"different from backward call {backward} on: {value:.9g} became {other:.9g}{unseeded}"
    if old.backwards != new.backwards:
        same = min(len(old.values), len(new.values))
        return f"the same in the first {same}, but of {old.backwards} backward calls there are {new.backwards} now"
    return f"different somewhere after the first {len(old.values)}"
