"""The span in which two versions of a text differ."""

from __future__ import annotations

from torchlint.finding import Span


def changed(old: str, new: str) -> Span:
    """The smallest single span of the `old` text that differs from the `new` one."""
    start = _common(old, new)
    behind = min(len(old), len(new)) - start
    end = _common(old[::-1][:behind], new[::-1][:behind]) if behind else 0
    return Span(start, len(old) - end)


def _common(one: str, other: str) -> int:
    """How many leading characters two texts share."""
    if one == other:
        return len(one)
    low, high = 0, min(len(one), len(other))
    while low < high:  # by halves, since comparing slices is quick
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
