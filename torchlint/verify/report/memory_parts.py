"""What the memory inside of training steps was for, at the looks that have counted it and between them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from torchlint.verify.memory_records import MemoryLook
from torchlint.verify.records import Process, Row, Timeline
from torchlint.verify.report.columns import Column

# From the bottom of the chart to its top.
PARTS = {
    "imported": "Python and PyTorch, as imported",
    "parameters": "parameters",
    "state": "optimizer state",
    "gradients": "gradients",
    "retained": "retained by confirmed findings",
    "other": "other",
    "saved": "activations, saved for backward",
}


@dataclass(frozen=True, slots=True)
class Peak:
    """The most memory that was in use, and when."""

    size: int
    moment: str


@dataclass(frozen=True, slots=True)
class Split:
    """The bytes of a moment by their parts, in the order of PARTS."""

    used: int
    sizes: dict[str, int]
    beyond: int = 0  # bytes that were counted for the parts and are not in what is in use

    @property
    def top(self) -> int:
        """Where the parts end that lie on each other."""
        return sum(self.sizes.values())


def peak_of(columns: Sequence[Column]) -> Peak | None:
    """The highest of all readings."""
    found: list[tuple[int, str]] = []
    for column in columns:
        row, steps = column.row, column.steps
        moments = {
            "before a backward of": row.before,
            "after a backward of": row.after,
            "at the end of": row.memory,
            "as the allocator's own peak in": row.peak,
        }
        found += [(size, f"{moment} {steps}") for moment, size in moments.items() if size is not None]
    return Peak(*max(found, key=lambda each: each[0])) if found else None


def look_near(timeline: Timeline, columns: Sequence[Column]) -> MemoryLook | None:
    """The last look that was not made after the step with the highest reading before its backward."""
    if not timeline.looks:
        return None
    steps = 0
    best, at = -1, 0
    for column in columns:
        steps += column.row.steps
        if (column.row.before or 0) > best:
            best, at = column.row.before or 0, steps
    return next((look for look in reversed(timeline.looks) if look.step <= at), timeline.looks[0])


def split_of(look: MemoryLook, imported: int | None, retained: float) -> Split:
    """What was in use at a look, by parts that have the sum of it."""
    alive = look.alive
    return _split(look.used, imported or 0, retained, alive.parameters, alive.state, alive.gradients, alive.saved)


def _split(used: int, imported: int, retained: float, parameters: int, state: int, gradients: int, saved: int) -> Split:
    left = used - imported - parameters - state - gradients - saved
    kept = min(int(retained), max(left, 0))
    sizes = dict(zip(PARTS, (imported, parameters, state, gradients, kept, max(left - kept, 0), saved), strict=True))
    return Split(used, sizes, max(-left, 0))


def splits_of(process: Process, columns: Sequence[Column], retained: Sequence[float]) -> list[Split]:
    """The parts of what was in use before the backward of each column, where there was one, else at its end.

    At a look they are counted. Between two looks parameters, state and gradients are taken for what they were at the
    first one, other memory for what it was then and what has been added at the ends of steps since, and activations
    for the rest.
    """
    timeline = process.timeline
    if timeline is None or not timeline.looks:
        return []
    ends = _ends_at_looks(timeline, columns)
    splits: list[Split] = []
    steps = number = 0
    for column, kept in zip(columns, retained, strict=True):
        steps += column.row.steps
        while number + 1 < len(timeline.looks) and timeline.looks[number + 1].step <= max(steps, 1):
            number += 1
        if column.row.before is None and column.row.steps and splits:
            splits.append(splits[-1])  # it was not read, as that had taken long enough
            continue
        splits.append(_between(timeline, timeline.looks[number], ends[number], column.row, kept))
    return splits


def _between(timeline: Timeline, look: MemoryLook, end: int | None, row: Row, kept: float) -> Split:
    alive, imported = look.alive, timeline.imported or 0
    used = row.before if row.before is not None else row.memory or 0
    fixed = imported + alive.parameters + alive.state + alive.gradients
    other = look.used - imported - alive.known
    if end is not None and row.memory is not None:
        other += row.memory - end
    saved = min(max(used - fixed - max(other, 0), 0), max(used - fixed, 0)) if row.before is not None else 0
    return _split(used, imported, kept, alive.parameters, alive.state, alive.gradients, saved)


def _ends_at_looks(timeline: Timeline, columns: Sequence[Column]) -> list[int | None]:
    """What was in use at the ends of those columns in which there were looks."""
    ends: list[int | None] = []
    for look in timeline.looks:
        steps, end = 0, None
        for column in columns:
            steps += column.row.steps
            end = column.row.memory
            if steps >= look.step:
                break
        ends.append(end)
    return ends


def near(place: str) -> str:
    """A place as seen from here, if that is shorter; installed code from its package on."""
    for mark in ("site-packages", "dist-packages"):
        _, found, rest = place.partition(f"{mark}{os.sep}")
        if found:
            return rest
    file, _, number = place.rpartition(":")
    try:
        relative = os.path.relpath(file)
    except ValueError:
        return place  # on another drive
    return place if relative.startswith("..") else f"{relative}:{number}"
