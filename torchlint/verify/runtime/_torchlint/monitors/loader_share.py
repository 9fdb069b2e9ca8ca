"""The share of their time for which loops that train wait for their DataLoaders."""

from __future__ import annotations

from threading import get_ident, main_thread
from typing import Any
from weakref import ref

from .. import budget, device_times, loaders
from ..known import Known
from ..monitor import Monitor
from ..places import Place, here

MOST_PLACES = 1000


class _Loop:
    """What the passes that begin at one place of the code have waited, up to the last step in each."""

    def __init__(self) -> None:
        self.batches = 0
        self.waited = 0.0
        self.between = 0.0
        self.steps = 0
        self.workers = 0
        self.is_judged = False  # a probe measures the same waits, for a finding of the linter

    def facts(self) -> dict[str, Any]:
        total = self.waited + self.between
        return {
            "batches": self.batches,
            "steps": self.steps,
            "waited": round(self.waited, 6),
            "share": round(self.waited / total, 4) if total else 0.0,
            "workers": self.workers,
            "is_judged": self.is_judged,
        }


class _Pass:
    """One iterator of a DataLoader, and what is not yet known to be part of training."""

    def __init__(self, loop: _Loop, iterator: Any) -> None:
        self.loop = loop
        self.iterator = ref(iterator)
        self.number = 0
        self.asked = self.came = 0.0
        self._events: tuple[Any, Any] | None = None  # on the GPU: when it had done all, and when the batch was there
        self._began: Any = None
        self._waited = self._between = 0.0
        self._batches = 0

    def is_asked(self, number: int) -> None:
        now = budget.clock()
        if self.came and self.number >= loaders.SET_OUT:
            self._charge(now)
        self._events = None
        self.number, self.asked = number, now
        self._began = device_times.recorded() if device_times.is_recordable() else None

    def has_come(self) -> None:
        self.came = budget.clock()
        if self._began is not None and device_times.is_recordable():
            self._events = self._began, device_times.recorded()
        self._began = None

    def _charge(self, now: float) -> None:
        """Add the last wait and what came after it."""
        events, waited = self._events, self.came - self.asked
        if events is not None:  # as long as the GPU has work, nothing waits for the batch
            waited = min(waited, events[0].elapsed_time(events[1]) / 1e3) if events[1].query() else 0.0
        self._batches += 1
        self._waited += waited
        self._between += now - self.asked - waited

    def is_trained_on(self) -> None:
        """An optimizer has made a step before the pass was over."""
        loop = self.loop
        loop.steps += 1
        loop.batches += self._batches
        loop.waited += self._waited
        loop.between += self._between
        self._batches, self._waited, self._between = 0, 0.0, 0.0


class LoaderShare(Monitor):
    """Times each batch that the main thread asks for; a pass counts up to the last step before its end.

    So evaluations count for nothing. A batch that a dataset asks for while it is asked for one is part of that wait,
    and what a thread reads ahead is waited for elsewhere.
    """

    light = frozenset({"batch_asked", "batch_came", "step_ends"})

    def begin(self) -> None:
        self._loops: dict[Place, _Loop] = {}
        self._passes = Known()
        self._came: dict[int, _Pass] = {}  # that have given batches since the last step, and are not over
        self._asking = 0
        self._main = main_thread().ident

    def batch_asked(self, iterator: Any) -> None:
        if get_ident() != self._main:
            return
        self._asking += 1
        if self._asking > 1:
            return
        one = self._passes.get(iterator)
        if one is None or iterator._num_yielded == 0:  # one that keeps its workers begins again
            one = self._new_pass(iterator)
        if one is not None:
            one.is_asked(iterator._num_yielded)

    def _new_pass(self, iterator: Any) -> _Pass | None:
        place = here()
        if place is None:
            return None
        if place[1] != place[3]:  # a whole `for` statement: its first line
            place = (place[0], place[1], -1, place[1], -1)
        if place not in self._loops and len(self._loops) >= MOST_PLACES:
            return None
        self._passes.sweep()
        loop = self._loops.setdefault(place, _Loop())
        loop.workers = max(loop.workers, iterator._num_workers)
        loop.is_judged = loop.is_judged or loaders.is_judged(iterator)
        one = _Pass(loop, iterator)
        self._passes.put(iterator, one)
        return one

    def batch_came(self, iterator: Any) -> None:
        if get_ident() != self._main:
            return
        self._asking = self._asking - 1 if self._asking else 0
        one = None if self._asking else self._passes.get(iterator)
        if one is None:
            return
        if iterator._num_yielded > one.number:
            one.has_come()
            self._came[id(iterator)] = one
        else:  # the end of the pass, or an error
            self._passes.pop(iterator)
            self._came.pop(id(iterator), None)

    def step_ends(self, optimizer: Any) -> None:
        if self._came:
            for one in self._came.values():
                if one.iterator() is not None:
                    one.is_trained_on()
            self._came.clear()

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        return [(place, loop.facts()) for place, loop in self._loops.items() if loop.steps]
