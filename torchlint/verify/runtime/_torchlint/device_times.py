"""How long a GPU is at work on each phase of a few steps, told by its own events: nothing waits for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from . import memory, torch_state
from .sampling import look_after

MOST_WAITING = 8  # stretches that the GPU has not come to the end of


class DeviceTimes:
    """Events on the stream of the main thread where stretches 1, 2, 3, 4, 8, 16, ... of a timeline turn.

    An event is reached when the GPU has done all that was asked of it before, which may be long after the host has
    asked. So the time between two of them is what a phase takes there; while it has nothing to do, it waits in that
    phase in which the host has let it run dry.
    """

    def __init__(self, phases: Iterable[str]) -> None:
        self.seconds = dict.fromkeys(phases, 0.0)
        self.stretches = 0  # that are in these
        self.is_off = False
        self._begun = 0
        self._next = 1
        self.is_recording = False
        self._turns: list[tuple[str, Any]] = []
        self._waiting: deque[list[tuple[str, Any]]] = deque(maxlen=MOST_WAITING)

    def begin(self) -> None:
        """A stretch begins here, where the one before it ends."""
        self._begun += 1
        self.is_recording = self._begun >= self._next and is_recordable()
        if self.is_recording:
            self._next = look_after(self._begun)
            self._turns = [("", recorded())]

    def turn(self, ended: str) -> None:
        """A phase has ended for the host: it has asked for all that belongs to it."""
        if self.is_recording:
            if is_recordable():
                self._turns.append((ended, recorded()))
            else:
                self.is_recording = False  # a CUDA graph is captured, which would take the events in

    def end(self) -> None:
        """A stretch ends here, with the phase that ended last."""
        if self.is_recording:
            self._waiting.append(self._turns)
        self.is_recording = False
        self.collect()

    def go_on(self) -> None:
        """A stretch ends here, and the next one begins."""
        self.end()
        self.begin()

    def collect(self) -> None:
        """Add up the stretches that the GPU has done."""
        while self._waiting and self._waiting[0][-1][1].query():
            (_, before), *turns = self._waiting.popleft()
            for phase, event in turns:
                self.seconds[phase] += before.elapsed_time(event) / 1e3  # from milliseconds
                before = event
            self.stretches += 1

    def facts(self) -> dict[str, Any] | None:
        """What there is to write; None where no stretch was timed."""
        if self.is_off or not self.stretches:
            return None
        return {"stretches": self.stretches, "seconds": {name: round(each, 6) for name, each in self.seconds.items()}}


def is_recordable() -> bool:
    """Whether an event can be put on a stream now: the program has set up CUDA, and captures no CUDA graph."""
    return memory.is_cuda_in_use() and not torch_state.torch.cuda.is_current_stream_capturing()


def recorded() -> Any:
    """An event on the current stream."""
    event = torch_state.torch.cuda.Event(enable_timing=True)
    event.record()
    return event
