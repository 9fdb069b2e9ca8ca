"""How the processes of a distributed training are named by their ranks, and which of them are unlike rank 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MOST_NAMED = 8


def named(ranks: Sequence[int]) -> str:
    """Ranks in words: `rank 1`, `ranks 1 and 3`, `ranks 0 to 7`."""
    first, last = ranks[0], ranks[-1]
    if first == last:
        return f"rank {first}"
    if len(ranks) > 2 and last - first == len(ranks) - 1:
        return f"ranks {first} to {last}"
    if len(ranks) > MOST_NAMED:
        return f"ranks {', '.join(map(str, ranks[:MOST_NAMED]))} and {len(ranks) - MOST_NAMED} more"
    return f"ranks {', '.join(map(str, ranks[:-1]))} and {last}"


def apart(numbers: Mapping[int, float], most: float) -> list[int]:
    """The ranks whose number is another one than that of the first rank, by more than a share of the larger."""
    first = numbers[min(numbers)]
    return [rank for rank in sorted(numbers) if relative(numbers[rank], first) > most]


def relative(one: float, other: float) -> float:
    """How far two numbers that are not negative are from each other, of the larger."""
    larger = max(one, other)
    return abs(one - other) / larger if larger > 0 else 0.0
