"""Axes: where their ticks are, and how numbers are written beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Axis:
    """A range of numbers and the ticks in it; `labels` are those of the ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]
    labels: tuple[str, ...]

    def share(self, value: float) -> float:
        """Where a number lies between the axis's ends, from 0 to 1; what is outside lies at the nearer end."""
        return min(max((value - self.low) / (self.high - self.low), 0.0), 1.0)


Labels = Callable[[Sequence[float]], Sequence[str]]


def axis(low: float, high: float, most: int, label: Labels, least: float = 0.0) -> Axis:
    """An axis from `low` to `high` with some `most` ticks at round numbers, no nearer to each other than `least`."""
    if high <= low:
        high = low + (abs(low) or 1.0)
    step = round_step(max((high - low) / most, least))
    if floor(high / step) <= ceil(low / step) and step / 2 >= least:  # a single round number
        step /= 2
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    ticks = tuple(number * step for number in range(first, last + 1))
    return Axis(low, high, ticks, tuple(label(ticks)))


def round_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is not below `least`."""
    power: float = 10.0 ** floor(log10(least))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9))


def headroom(low: float, high: float) -> float:
    """Where an axis ends, so that what reaches `high` does not touch its edge."""
    return high + 0.08 * (high - low) if high > low else high


def counts(ticks: Sequence[float]) -> list[str]:
    """Whole numbers, with commas."""
    return [f"{tick:,.0f}" for tick in ticks]


def sizes(ticks: Sequence[float]) -> list[str]:
    """Bytes, all in the unit of the largest."""
    return _in_units(ticks, (("B", 1.0), ("KB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)))


def times(ticks: Sequence[float]) -> list[str]:
    """Seconds, all in the unit of the largest."""
    return _in_units(ticks, (("us", 1e-6), ("ms", 1e-3), ("s", 1.0)))


def _in_units(ticks: Sequence[float], units: Sequence[tuple[str, float]]) -> list[str]:
    largest = max((abs(tick) for tick in ticks), default=0.0)
    unit, one = next(((unit, one) for unit, one in reversed(units) if largest >= one), units[0])
    apart = min((after - before for before, after in pairwise(ticks)), default=largest) / one
    digits = max(0, -floor(log10(apart) + 1e-9)) if apart > 0 else 0
    return [f"{tick / one:,.{digits}f} {unit}" if tick else "0" for tick in ticks]
