"""What observed processes have recorded of their memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Alive:
    """The bytes of tensors that were alive, by what they are for: each storage once, in the first of these."""

    parameters: int  # of optimizers, and those that the graph leads to or has saved
    gradients: int
    state: int  # of optimizers
    saved: int  # by the operations of a forward, for its backward
    opaque: int  # tensors that hooks have packed: theirs is in none of these
    cut: bool  # whether the graph was too large to see all of it
    foreign: int  # tensors of types of their own, which are in none of these

    @property
    def known(self) -> int:
        """All of these."""
        return self.parameters + self.gradients + self.state + self.saved


@dataclass(frozen=True, slots=True)
class SavingLine:
    """A line, and the bytes that its operations have saved for backward."""

    line: str | None  # `file:number`; None for all other code
    own: str  # the line of the user's that led there, which may be the same
    size: int
    kinds: tuple[tuple[str, int], ...] = ()  # the operations that have saved the most, with their bytes


@dataclass(frozen=True, slots=True)
class MemoryLook:
    """What memory was for when the first backward of a step began."""

    step: int  # from 1
    used: int
    alive: Alive
    lines: tuple[SavingLine, ...] | None = None  # None where they were not looked at
    why: str = ""  # why there are none


@dataclass(frozen=True, slots=True)
class Highest:
    """The most bytes that a reading has found in use, within 5 %."""

    size: int
    moment: str  # `before the backward of step 3`
    memory: str | None  # what has counted it, as in a timeline


@dataclass(frozen=True, slots=True)
class Holder:
    """A tensor that a local variable held when the program ended."""

    name: str
    line: str  # where its function was: `file:number`
    size: int
    shape: str
    dtype: str


@dataclass(frozen=True, slots=True)
class OutOfMemory:
    """How a process ended for want of memory, and what its traceback still held then."""

    error: str
    line: str  # of the user's, that asked for more: `file:number`
    memory: str | None  # what counts `used`, as in a timeline
    used: int | None = None
    alive: Alive | None = None  # None without PyTorch
    holders: tuple[Holder, ...] = ()
    lines: tuple[SavingLine, ...] = ()


def look_of(record: dict[str, Any]) -> MemoryLook:
    lines = None if record["lines"] is None else lines_of(record["lines"])
    return MemoryLook(record["step"], record["used"], alive_of(record), lines, record["why"])


def lines_of(records: list[dict[str, Any]]) -> tuple[SavingLine, ...]:
    return tuple(
        SavingLine(each["line"], each.get("from", ""), each["bytes"], tuple(map(tuple, each.get("kinds", ()))))
        for each in records
    )


def alive_of(record: dict[str, Any]) -> Alive:
    names = ("parameters", "gradients", "state", "saved", "opaque", "cut", "foreign")
    return Alive(**{name: record[name] for name in names})


def highest_of(record: dict[str, Any]) -> Highest:
    return Highest(record["bytes"], record["moment"], record["memory"])


def out_of_memory_of(record: dict[str, Any]) -> OutOfMemory:
    found = OutOfMemory(record["error"], record["line"], record["memory"])
    if "saved" not in record:
        return found
    holders = tuple(Holder(name, line, size, shape, dtype) for size, name, line, shape, dtype in record["named"])
    alive, lines = alive_of(record), lines_of(record["lines"])
    return OutOfMemory(found.error, found.line, found.memory, record["used"], alive, holders, lines)
