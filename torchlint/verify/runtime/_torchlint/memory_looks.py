"""How much memory is in use inside of each training step, and at a few steps what it is for.

The counters are read where a backward begins, where it ends, and where a row of the timeline ends. The C heap has no
peak of its own: between these moments nobody has looked. PyTorch's allocator on CUDA counts its peak; it is read and
never reset, so it tells of a row only where it has changed in it.
"""

from __future__ import annotations

from typing import Any

from . import budget, evidence, memory, steps, torch_state
from .alive import Alive
from .forward_lines import ForwardLines
from .sampling import look_after

GROWN = 1.05  # times the bytes that were told last, from which on they are told at once: a process may be killed
MOST_TRIES = 8
LINES_AFTER = 8  # times the steps until the lines are looked at again

Highs = list[Any]  # bytes before and after a backward, reserved ones, and the allocator's peak; None where unknown


_imported: int | None = None  # bytes of the heap when torch had been imported


def torch_is_here() -> None:
    """Note what Python and torch take before the program has made anything with it."""
    global _imported
    _imported = memory.used_bytes()


class MemoryLooks:
    """What there is to tell of the memory of one process's main thread."""

    def __init__(self, readings: memory.Readings) -> None:
        self.rows: list[Highs] = []  # as many as the timeline has
        self.looks: list[dict[str, Any]] = []
        self.lines = ForwardLines()
        self._counter: str | None = None
        self._peak: int | None = None
        self._readings = readings
        self._told = 0.0
        self.step = 1  # that goes on now
        self._next_look = self.next_lines = 1
        self._tries = 0  # of forwards that were followed, and no look came after them
        self._before: int | None = None
        self._after: int | None = None

    def forward_begins(self) -> None:
        """A batch has come, or a step has ended: what follows may be a forward."""
        if self.step >= self.next_lines and not self.lines.is_on:
            self._tries += 1
            if self._tries > MOST_TRIES:  # an evaluation, which differentiates nothing
                self._await_lines()
            else:
                self.lines.start()

    def _await_lines(self) -> None:
        self._tries = 0
        self.next_lines = self.step * LINES_AFTER

    def forward_breaks(self) -> None:
        """What runs now is no forward: a loader, or a step."""
        self.lines.stop()

    def backward_begins(self, starts: list[Any]) -> None:
        """The user's program is about to differentiate from these nodes on."""
        used = self._read("before")
        if self.lines.is_on:
            self.lines.stop()
        if used is not None:
            self._before = max(self._before or 0, used)
            if self.step >= self._next_look and torch_state.may_be_touched() and budget.is_left():
                self._next_look = look_after(self.step)
                with torch_state.undisturbed(), budget.counted():
                    self._look(starts, used)

    def backward_ends(self) -> None:
        used = self._read("after")
        if used is not None:
            self._after = max(self._after or 0, used)

    def step_ends(self) -> None:
        """An optimizer has made a step; what it has needed besides is part of no reading."""
        self.step += 1
        if self.step >= self.next_lines:
            self.forward_begins()

    def _look(self, roots: list[Any], used: int) -> None:
        alive = Alive("cuda" if self._counter == "cuda" else "cpu", roots, steps.optimizers(), ())
        lines, why = None, ""
        if self.lines.was_started:
            self.lines.was_started = False
            self._await_lines()
            lines, why = self.lines.of(alive.savers), self.lines.why
        self.looks.append({"step": self.step, "used": used, **alive.facts(), "lines": lines, "why": why})

    def _read(self, when: str) -> int | None:
        """The bytes in use before or after a backward, unless reading them has taken too long so far."""
        used = self._readings.used_bytes() if self._readings.is_affordable else None
        if used is None:
            return None
        self._heed_counter()
        if used > GROWN * self._told:
            self._told = used
            moment = f"{when} the backward of step {self.step:,}"
            evidence.write("high", bytes=used, moment=moment, memory=self._counter)
        return used

    def _heed_counter(self) -> None:
        """Forget what another counter has said: it does not compare."""
        counter = memory.counter()
        if counter != self._counter:
            self._counter, self._told = counter, 0.0
            self.rows = [[None] * 4 for _ in self.rows]
            self.looks.clear()
            self._before = self._after = None
            self._peak = memory.cuda_counts()[0] if counter == "cuda" else None

    def row_ends(self, counter: str | None) -> None:
        """The timeline has got one more row, and so have these, whatever becomes of what counts the memory now."""
        reserved = peak = None
        try:
            if counter == "cuda":
                self._heed_counter()
                counted, reserved = memory.cuda_counts()
                if counted != self._peak:  # it has grown, or was reset and has grown since: both in this row
                    self._peak = peak = counted
        except Exception as problem:
            evidence.write("fault", part="memory", error=type(problem).__name__)
        self.rows.append([self._before, self._after, reserved, peak])
        self._before = self._after = None

    def facts(self) -> dict[str, Any]:
        """What there is to write beside the rows of the timeline."""
        imported = _imported if memory.counter() == "heap" else None
        return {"highs": self.rows, "looks": self.looks, "imported": imported}

    def halve(self) -> None:
        """The timeline has put its rows together two by two."""
        self.rows = [list(map(_most, *two)) for two in zip(self.rows[::2], self.rows[1::2])]


def _most(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else max(one, other)
