"""The rows of a timeline over the steps that they took, put together where there are more than a chart can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from torchlint.verify.records import DeviceTimes, Row


@dataclass(frozen=True, slots=True)
class Column:
    """A row and the steps at which it began and ended, batches without a step among them."""

    start: int
    end: int
    row: Row
    before: int = 0  # steps of optimizers before it
    is_of_batches: bool = False  # whether no optimizer of the process has made a step

    @property
    def seconds(self) -> float:
        """All its time."""
        return sum(parts_of(self.row))

    @property
    def optimizer_steps(self) -> int:
        """How many steps optimizers have made at its end."""
        return self.before + self.row.steps

    @property
    def steps(self) -> str:
        """Which steps of optimizers these are, counted from 1; of what has none, which batches."""
        if self.is_of_batches:
            return _numbered("batch", "batches", self.start + 1, self.end)
        batches = self.end - self.start - self.row.steps
        if not self.row.steps:
            return f"{_batches(batches)} after step {self.before:,}"
        steps = _numbered("step", "steps", self.before + 1, self.optimizer_steps)
        return f"{steps} and {_batches(batches)} without one" if batches else steps


def _numbered(one: str, several: str, first: int, last: int) -> str:
    return f"{one} {last:,}" if first == last else f"{several} {first:,} to {last:,}"


def _batches(number: int) -> str:
    return "a batch" if number == 1 else f"{number:,} batches"


PARTS = ("waiting for data", "forward", "backward", "optimizer", "other")


def parts_of(row: Row | DeviceTimes) -> tuple[float, ...]:
    """Its seconds, part by part as in PARTS."""
    return row.wait, row.forward, row.backward, row.optimizer, row.other


def columns_of(rows: Sequence[Row], most: int) -> tuple[Column, ...]:
    """At most `most` columns that have all the time of the rows, and as memory what was in use at their ends.

    A step is one of an optimizer, or a batch that none came after, as in evaluation. A row without either is put to
    the one before it.
    """
    taken = list(_with_steps(rows))
    together = -(-len(taken) // most) if taken else 1
    columns: list[Column] = []
    is_of_batches = not any(row.steps for row in rows)
    for first in range(0, len(taken), together):
        some = taken[first : first + together]
        start = columns[-1].end if columns else 0
        before = columns[-1].optimizer_steps if columns else 0
        end, row = start + sum(steps for steps, _ in some), _merged([row for _, row in some])
        columns.append(Column(start, end, row, before, is_of_batches))
    return tuple(columns)


def kind_of_step(rows: Sequence[Row]) -> str:
    """What is counted as a step."""
    alone = any(row.batches and not row.steps for row in rows)
    if not any(row.steps for row in rows):
        return "batches"
    return "optimizer steps, and batches without one" if alone else "optimizer steps"


def _with_steps(rows: Sequence[Row]) -> Iterator[tuple[int, Row]]:
    held: list[Row] = []
    steps = 0
    for row in rows:
        taken = row.steps or row.batches
        if taken and steps:
            yield steps, _merged(held)
            held, steps = [], 0
        held.append(row)
        steps += taken
    if steps:
        yield steps, _merged(held)


def _merged(rows: Sequence[Row]) -> Row:
    """Several rows as one: sums, the end of the last, and the memory that was read last."""
    if len(rows) == 1:
        return rows[0]
    steps, batches = sum(row.steps for row in rows), sum(row.batches for row in rows)
    wait, forward, backward, optimizer, other = (sum(each) for each in zip(*map(parts_of, rows)))
    memory = next((row.memory for row in reversed(rows) if row.memory is not None), None)
    highs = (_most(getattr(row, name) for row in rows) for name in ("before", "after", "reserved", "peak"))
    return Row(rows[-1].end, steps, batches, wait, forward, backward, optimizer, other, memory, *highs)


def _most(values: Iterable[int | None]) -> int | None:
    return max((value for value in values if value is not None), default=None)
