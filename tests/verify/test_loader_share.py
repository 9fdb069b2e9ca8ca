"""The monitor of loops that wait for their loaders, with a clock and a GPU that are only played."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from tests.runtime_parts import importable, part


class Played:
    """A clock that is set by hand, and whether a GPU had work until a moment of it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.busy_until: float | None = None

    def event(self) -> Event:
        assert self.busy_until is not None
        return Event(max(self.now, self.busy_until), self)


class Event:
    """What a GPU comes to when it has done all that it was given before."""

    def __init__(self, reached: float, played: Played) -> None:
        self.reached, self.played = reached, played

    def query(self) -> bool:
        return self.reached <= self.played.now

    def elapsed_time(self, other: Event) -> float:
        return (other.reached - self.reached) * 1e3


class Batches:
    """An iterator of a DataLoader, as far as the monitor looks at it."""

    def __init__(self, workers: int = 0) -> None:
        self._num_yielded, self._num_workers, self._index_sampler = 0, workers, Sampler()


class Sampler:
    """Something that can be referenced weakly."""


@pytest.fixture
def played() -> Played:
    return Played()


@pytest.fixture
def monitors(played: Played, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    with importable():
        module = part("monitors.loader_share")
        monkeypatch.setattr(module, "here", lambda: ("/a.py", 3, 0, 9, 4))
        monkeypatch.setattr(module.budget, "clock", lambda: played.now)
        monkeypatch.setattr(module.device_times, "is_recordable", lambda: played.busy_until is not None)
        monkeypatch.setattr(module.device_times, "recorded", played.event)
        yield module


def fetch(monitor: Any, batches: Batches, played: Played, wait: float) -> None:
    monitor.batch_asked(batches)
    played.now += wait
    batches._num_yielded += 1
    monitor.batch_came(batches)


def train(monitor: Any, played: Played, count: int, gpu: float | None = None, wait: float = 3.0) -> dict[str, Any]:
    """The facts of a loop that waits for each batch and then takes a second, and has the GPU work for `gpu`."""
    batches = Batches()
    for _ in range(count):
        fetch(monitor, batches, played, wait)
        if gpu is not None:
            played.busy_until = max(played.busy_until or 0.0, played.now) + gpu
        played.now += 1.0
        monitor.step_ends(None)
    ((place, facts),) = monitor.sightings()
    assert place == ("/a.py", 3, -1, 3, -1)
    return dict(facts)


def test_the_first_two_batches_and_the_one_that_goes_on_do_not_count(monitors: ModuleType, played: Played) -> None:
    facts = train(monitors.LoaderShare(), played, 12)
    assert (facts["batches"], facts["steps"], facts["waited"], facts["share"]) == (9, 12, 27.0, 0.75)


def test_a_gpu_that_has_work_for_all_of_the_wait_is_not_kept_waiting(monitors: ModuleType, played: Played) -> None:
    played.busy_until = 0.0
    facts = train(monitors.LoaderShare(), played, 12, gpu=5.0)
    assert (facts["waited"], facts["share"]) == (0.0, 0.0)


def test_only_the_wait_of_the_gpu_counts(monitors: ModuleType, played: Played) -> None:
    """It is at work for two of the four seconds of each round: for one of the three that the host waits."""
    played.busy_until = 0.0
    facts = train(monitors.LoaderShare(), played, 12, gpu=2.0)
    assert (facts["waited"], facts["share"]) == (18.0, 0.5)


def test_a_pass_that_is_over_before_the_step_is_no_training(monitors: ModuleType, played: Played) -> None:
    monitor, evaluation = monitors.LoaderShare(), Batches()
    for _ in range(12):
        fetch(monitor, evaluation, played, 3.0)
    monitor.batch_asked(evaluation)
    monitor.batch_came(evaluation)
    monitor.step_ends(None)
    assert monitor.sightings() == []


def test_what_a_dataset_fetches_for_a_batch_is_part_of_its_wait(monitors: ModuleType, played: Played) -> None:
    monitor, outer, inner = monitors.LoaderShare(), Batches(), Batches(workers=3)
    for _ in range(12):
        monitor.batch_asked(outer)
        fetch(monitor, inner, played, 3.0)
        outer._num_yielded += 1
        monitor.batch_came(outer)
        played.now += 1.0
        monitor.step_ends(None)
    ((_, facts),) = monitor.sightings()
    assert (facts["batches"], facts["waited"], facts["workers"]) == (9, 27.0, 0)


def test_a_loader_that_a_finding_of_the_linter_is_about_is_told(monitors: ModuleType, played: Played) -> None:
    monitor, batches = monitors.LoaderShare(), Batches()
    part("loaders").note_judged(batches)
    fetch(monitor, batches, played, 3.0)
    monitor.step_ends(None)
    ((_, facts),) = monitor.sightings()
    assert facts["is_judged"]
