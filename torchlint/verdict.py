"""What a run says about a finding, and the words in which it is said: data only."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from torchlint.evidence import Evidence, Observation

Outcome = Literal["confirmed", "refuted", "not reached", "undecided"]


@dataclass(frozen=True, slots=True)
class Number:
    """Something measured: `retained` 1048576 `bytes/step`. The unit is empty for a share or a ratio."""

    name: str
    value: float
    unit: str = ""

    def is_finite(self) -> bool:
        """Whether it is a number that every format can hold."""
        return math.isfinite(self.value)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run says about a finding, and the numbers that this rests on, the one that matters most first."""

    outcome: Outcome
    text: str
    numbers: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a run says about one finding, and what that rests on; no evidence where nobody could look."""

    verdict: Verdict
    evidence: Evidence | None = None


def total(seen: Sequence[Observation], name: str) -> int:
    """A fact summed over processes."""
    return sum(each.facts[name] for each in seen)


def times(number: int, what: str = "time") -> str:
    """A number and what was counted."""
    return f"{number} {what}" if number == 1 else f"{number} {what}{'es' if what.endswith('s') else 's'}"


def size(number: float) -> str:
    """A number of bytes, for people."""
    if abs(number) < 1000:
        return f"{number:.0f} B"
    for unit, bytes_of_unit in (("KB", 1e3), ("MB", 1e6)):
        if abs(number) < 1000 * bytes_of_unit:
            return f"{number / bytes_of_unit:.1f} {unit}"
    return f"{number / 1e9:.1f} GB"


def seconds(number: float) -> str:
    """A time, for people."""
    for unit, seconds_of_unit in (("us", 1e-6), ("ms", 1e-3)):
        if abs(number) < 1000 * seconds_of_unit:
            return f"{number / seconds_of_unit:.1f} {unit}"
    return f"{number:.1f} s"
