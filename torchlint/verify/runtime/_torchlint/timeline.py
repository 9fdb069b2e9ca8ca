"""Where the time of training steps goes, as the host sees it, and how much memory is in use after each.

On CUDA these are the times in which Python was busy with a phase: what it only launches there is waited for elsewhere,
mostly where a number is fetched. What the phases take on the GPU itself is told of some steps by its events. Nothing
here waits for a device.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from . import events, evidence, memory, plan, torch_state, waiting
from .device_times import DeviceTimes
from .faults import guarded
from .memory_looks import MemoryLooks

MOST_ROWS = 1000
HEARD = ("batch_asked", "batch_came", "backward_begins", "backward_ends", "step_begins", "step_ends")
PHASES = ("wait", "forward", "backward", "optimizer", "other")
NOTHING = dict.fromkeys(PHASES, 0.0)  # in the order of a row
FIRST_RECORD = 1.0  # seconds until the rows are written first; each record then waits for a quarter more than that

_origin = time.perf_counter()
_started = time.time()


class Timeline:
    """The rows of one process's main thread, from its first batch, backward or step to its last."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self.memory: str | None = None
        self._together = 1  # stretches that make one row: doubled whenever there are too many rows
        self._stretches = 0
        self._since: float | None = None
        self._phase = "other"  # or `before`: what turns out to be a forward if a backward follows
        self._fetching = 0
        self._number = 0  # of the batches that an iterator has given before the one that is waited for
        self._backward = 0
        self._is_in_step = False
        self._next_record = FIRST_RECORD
        self._is_evaluating = False
        self._readings = memory.Readings()
        self.looks = MemoryLooks(self._readings)
        self._on_device = DeviceTimes(PHASES)
        self._steps = self._batches = 0  # of this row
        self._seconds = NOTHING.copy()

    @property
    def has_begun(self) -> bool:
        """Whether there has been a batch, a backward or a step."""
        return self._since is not None

    def batch_asked(self, iterator: Any) -> None:
        if self.looks.lines.is_on:
            guarded("memory", self.looks.forward_breaks)
        self._fetching += 1  # a dataset may read another loader
        if self._fetching == 1:
            self._number = iterator._num_yielded
        waiting.say(True)
        self._turn_to("wait")
        if self._is_evaluating:
            self._close()
        self._is_evaluating = False

    def batch_came(self, iterator: Any) -> None:
        if self._fetching > 1:
            self._fetching -= 1
            return
        self._fetching = 0
        waiting.say(False)
        is_there = iterator._num_yielded > self._number  # it may have been the end, or an error
        self._turn_to("before" if is_there else "other")
        self._batches += is_there
        self._is_evaluating = is_there  # until a backward or a step says that it is trained on
        if is_there and self.looks.step >= self.looks.next_lines:
            guarded("memory", self.looks.forward_begins)

    def backward_begins(self, starts: list[Any]) -> None:
        if self._readings.is_affordable or self.looks.lines.is_on:
            guarded("memory", self.looks.backward_begins, starts)
        self._backward += 1
        if self._backward > 1 or self._fetching:
            return
        self._turn_to("backward", "forward")
        self._is_evaluating = False

    def backward_ends(self) -> None:
        self._backward = self._backward - 1 if self._backward else 0
        if not self._backward and not self._fetching:
            self._turn_to("optimizer" if self._is_in_step else "before")
        if self._readings.is_affordable:
            guarded("memory", self.looks.backward_ends)

    def step_begins(self, optimizer: Any) -> None:
        if self.looks.lines.is_on:
            guarded("memory", self.looks.forward_breaks)
        self._turn_to("optimizer")
        self._is_in_step, self._is_evaluating = True, False

    def step_ends(self, optimizer: Any) -> None:
        self._turn_to("before")
        self._is_in_step = False
        self._steps += 1
        self._close()
        guarded("memory", self.looks.step_ends)

    def _turn_to(self, phase: str, before: str = "other") -> None:
        """Charge the time since the last turn to the phase that ends now."""
        now = time.perf_counter()
        if self._since is None:
            self._let(self._on_device.begin)
        else:
            ended = before if self._phase == "before" else self._phase
            self._seconds[ended] += now - self._since
            if self._on_device.is_recording:
                self._let(self._on_device.turn, ended)
        self._since, self._phase = now, phase

    def _let(self, time_device: Callable[..., None], *said: str) -> None:
        """Let the GPU's own times go on; once they have failed, do without them."""
        try:
            if not self._on_device.is_off:
                time_device(*said)
        except Exception as problem:  # events of several devices can't be held against each other
            self._on_device.is_off = True
            evidence.write("fault", part="device times", error=type(problem).__name__)

    def _close(self) -> None:
        self._stretches += 1
        counter = memory.counter()
        if counter == "cuda":
            self._let(self._on_device.go_on)
        now = self._since or _origin
        if self._stretches < self._together:
            self._readings.begin_step(now)
            return
        self._stretches = 0
        self._add_row(counter)
        self._readings.begin_step(now)
        if len(self.rows) >= MOST_ROWS:
            self.rows = [merged(*two) for two in zip(self.rows[::2], self.rows[1::2])]
            self._together *= 2
            self.looks.halve()
        if self.rows[-1][0] >= self._next_record:
            self._next_record = 1.25 * self.rows[-1][0]
            self.write()

    def _add_row(self, counter: str | None) -> None:
        if counter != self.memory:
            self.memory = counter
            for row in self.rows:
                row[-1] = None  # what another counter has said does not compare
        end = (self._since or _origin) - _origin
        used = self._readings.used_bytes() if self._readings.is_affordable else None
        self.rows.append([end, self._steps, self._batches, *self._seconds.values(), used])
        self.looks.row_ends(counter)
        self._steps = self._batches = 0
        self._seconds = NOTHING.copy()

    def write(self) -> None:
        """Write the rows so far: the last such record of a process holds."""
        if self.rows:
            device = self._on_device.facts()
            rows = [[round(each, 6) if isinstance(each, float) else each for each in row] for row in self.rows]
            said = {"memory": self.memory, "started": round(_started, 3), "rows": rows, "device": device}
            evidence.write("timeline", **said, **self.looks.facts())

    def finish(self) -> None:
        """Add what was begun, and write it all."""
        self._let(self._on_device.collect)
        if self._batches or self._steps or self._seconds["backward"]:
            self._add_row(memory.counter())
        self.write()


def merged(first: list[Any], second: list[Any]) -> list[Any]:
    """Two rows that follow each other as one: it ends where the second does, and has what both have had.

    The memory is what was read last.
    """
    sums = [one + other for one, other in zip(first[1:-1], second[1:-1])]
    return [second[0], *sums, first[-1] if second[-1] is None else second[-1]]


_timeline = Timeline()


def now() -> Timeline:
    """The timeline of this process."""
    return _timeline


def listen() -> None:
    """Have the timeline of this process hear of what the main thread does, if it is wanted."""
    events.forget("timeline")
    if plan.timeline:
        for event in HEARD:
            events.hear(event, "timeline", getattr(_timeline, event), is_for_all_threads=False)


def start_anew() -> None:
    """Begin again in a forked process."""
    global _timeline, _origin, _started
    _origin, _started = time.perf_counter(), time.time()
    _timeline = Timeline()
    if torch_state.torch is not None:
        listen()
