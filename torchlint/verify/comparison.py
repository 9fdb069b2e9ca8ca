"""Compares the losses that two runs of a program have computed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import Literal

from torchlint.verify.records import Losses, Process


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing losses, with a sentence that explains it."""

    outcome: Literal["identical", "different", "unknown"]
    text: str
    before: Losses | None = None  # of the training process in either run
    after: Losses | None = None
    parts_at: int | None = None  # the first backward call whose loss is another one

    def pairs(self) -> list[tuple[int, float, float]]:
        """The losses of both runs that were written one by one, each with its backward call."""
        if self.before is None or self.after is None:
            return []
        both = zip(self.before.values, self.after.values, strict=False)
        return [(backward, old, new) for (backward, old), (other, new) in both if backward == other]


def compared(before: Sequence[Process], after: Sequence[Process]) -> Comparison:
    """Compare the losses of the training process in two runs."""
    old, new = losses_of(before), losses_of(after)
    return replace(_compared(old, new), before=old, after=new)


def _compared(old: Losses | None, new: Losses | None) -> Comparison:
    if old is None or new is None:
        which = "neither run" if old is new else "only the second run" if old is None else "only the first run"
        return Comparison("unknown", f"{which} called backward in observed code")
    if not old.read or not new.read:
        return Comparison("unknown", "backward was never called on a scalar")
    if (old.digest, old.read, old.backwards) == (new.digest, new.read, new.backwards):
        sample = "" if old.read >= old.backwards else f" in a sample of {old.read}"
        return Comparison("identical", f"identical in all {old.backwards} backward calls{sample}")
    return _different(old, new)


def losses_of(processes: Sequence[Process]) -> Losses | None:
    """The losses of the training process: rank 0, or of several such processes the one with the most losses."""
    seen = [process.losses for process in processes if process.losses is not None]
    return max(seen, key=lambda losses: (losses.rank == "0", losses.backwards), default=None)


def _different(old: Losses, new: Losses) -> Comparison:
    pairs = Comparison("different", "", old, new).pairs()
    for backward, value, other in pairs:
        if value.hex() != other.hex():  # not a number is the same as not a number
            unseeded = " (expected if the program sets no seed, or reads what an earlier run wrote)"
            unseeded = unseeded if backward == 1 else ""
            text = f"different from backward call {backward} on: {value:.9g} became {other:.9g}{unseeded}"
            return Comparison("different", text + _furthest(pairs, backward), parts_at=backward)
    if old.backwards != new.backwards:
        same = min(len(old.values), len(new.values))
        text = (
            f"the same in the first {same}, but now there are {new.backwards} backward calls instead of {old.backwards}"
        )
        return Comparison("different", text)
    return Comparison("different", f"different somewhere after the first {len(old.values)}")


def _furthest(pairs: Sequence[tuple[int, float, float]], first: int) -> str:
    """Where the losses are furthest apart, if that is not where they part."""
    finite = [pair for pair in pairs if isfinite(pair[1]) and isfinite(pair[2])]
    backward, value, other = max(finite, key=lambda pair: abs(pair[1] - pair[2]), default=(first, 0.0, 0.0))
    if backward == first:
        return ""
    return f"; furthest apart in backward call {backward}: {value:.4g} before, {other:.4g} now"
