"""Findings of a text moved to where they are in the text that came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from torchlint.finding import Finding, Span


def carried(findings: Iterable[Finding], old: str, new: str) -> tuple[Finding, ...]:
    """The findings of the `old` text that lie outside of what has changed, where they are in the `new` one.

    They have no fixes: nobody has read the new text yet.
    """
    start, end = changed(old, new)
    shift = len(new) - len(old)

    def moved(span: Span) -> Span | None:
        if span.end <= start:
            return span
        return Span(span.start + shift, span.end + shift) if span.start >= end else None

    kept: list[Finding] = []
    for finding in findings:
        here = moved(finding.span)
        if here is not None:
            related = tuple((span, text) for old, text in finding.related if (span := moved(old)))
            kept.append(replace(finding, span=here, related=related, fix=None, proof=None))
    return tuple(kept)


def changed(old: str, new: str) -> tuple[int, int]:
    """The part of the `old` text that the `new` one has another text for, as small as one part can be."""
    start = _common(old, new)
    behind = min(len(old), len(new)) - start
    end = _common(old[::-1][:behind], new[::-1][:behind]) if behind else 0
    return start, len(old) - end


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
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
