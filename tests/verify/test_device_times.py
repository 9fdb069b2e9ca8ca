"""The GPU's own times, by a GPU that is only a clock: it does what it is asked for when it gets there."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.runtime_parts import importable, part

PHASES = ("forward", "backward")


class Gpu:
    """Work is queued behind other work; an event is reached when all that was queued before it is done."""

    def __init__(self) -> None:
        self.host = 0.0  # seconds
        self.free = 0.0  # when all that it was asked for is done
        self.is_capturing = False
        self.is_set_up = True
        self.events = 0

    def launch(self, seconds: float) -> None:
        self.free = max(self.free, self.host) + seconds

    def event(self, enable_timing: bool) -> Event:
        assert enable_timing
        self.events += 1
        return Event(self)


class Event:
    def __init__(self, gpu: Gpu) -> None:
        self.gpu = gpu

    def record(self) -> None:
        assert not self.gpu.is_capturing
        self.at = max(self.gpu.free, self.gpu.host)

    def query(self) -> bool:
        return self.gpu.host >= self.at

    def elapsed_time(self, other: Event) -> float:
        if not (self.query() and other.query()):
            raise RuntimeError("device not ready")
        return 1e3 * (other.at - self.at)


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gpu]:
    gpu = Gpu()
    cuda = SimpleNamespace(
        is_initialized=lambda: gpu.is_set_up, is_current_stream_capturing=lambda: gpu.is_capturing, Event=gpu.event
    )
    with importable():
        monkeypatch.setattr(part("torch_state"), "torch", SimpleNamespace(cuda=cuda))
        yield gpu


def step(times: Any, gpu: Gpu) -> None:
    """The host asks for a second of forward and four of backward, and goes on after a hundredth each."""
    times.begin()
    for phase, seconds in (("forward", 1.0), ("backward", 4.0)):
        gpu.launch(seconds)
        gpu.host += 0.01
        times.turn(phase)
    times.end()


def test_the_gpu_tells_what_the_host_only_asks_for(gpu: Gpu) -> None:
    times = part("device_times").DeviceTimes(PHASES)
    step(times, gpu)
    assert times.facts() is None  # it is still at it, and nobody waits
    gpu.host = 100.0
    times.collect()
    assert times.facts() == {"stretches": 1, "seconds": {"forward": 1.0, "backward": 4.0}}


def test_a_few_steps_are_timed_and_the_others_cost_nothing(gpu: Gpu) -> None:
    times = part("device_times").DeviceTimes(PHASES)
    for _ in range(32):
        step(times, gpu)
        gpu.host = gpu.free
    times.collect()
    assert times.facts()["stretches"] == len([1, 2, 3, 4, 8, 16, 32])
    assert times.facts()["seconds"]["backward"] == pytest.approx(7 * 4.0)
    assert gpu.events == 7 * 3


def test_what_the_gpu_does_not_come_to_is_forgotten(gpu: Gpu) -> None:
    module = part("device_times")
    times = module.DeviceTimes(PHASES)
    gpu.launch(1e9)
    for _ in range(2**12):
        step(times, gpu)
    assert len(times._waiting) == module.MOST_WAITING
    assert times.facts() is None


def test_nothing_is_put_into_a_cuda_graph(gpu: Gpu) -> None:
    times = part("device_times").DeviceTimes(PHASES)
    times.begin()
    gpu.is_capturing = True
    times.turn("forward")
    times.end()
    gpu.is_capturing = False
    times.turn("backward")
    times.collect()
    assert (times.facts(), gpu.events) == (None, 1)


def test_cuda_is_not_set_up_by_us(gpu: Gpu) -> None:
    times = part("device_times").DeviceTimes(PHASES)
    gpu.is_set_up = False
    step(times, gpu)
    assert gpu.events == 0
    gpu.is_set_up = True
    step(times, gpu)
    assert gpu.events == 3


def test_a_timeline_goes_on_without_them(gpu: Gpu, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[dict[str, Any]] = []
    timeline = part("timeline")
    monkeypatch.setattr(timeline.memory, "counter", lambda: "cuda")
    monkeypatch.setattr(timeline.memory, "used_bytes", lambda: 1)
    monkeypatch.setattr(timeline.memory, "cuda_counts", lambda: (1, 1))
    monkeypatch.setattr(timeline, "guarded", lambda *_: None)  # the looks at memory
    monkeypatch.setattr(timeline.evidence, "write", lambda kind, **said: written.append({"kind": kind, **said}))
    timeline.start_anew()
    for fails in (False, True):
        if fails:
            monkeypatch.setattr(Event, "elapsed_time", lambda *_: 1 / 0)
        now = timeline.now()
        for hear, about in (
            *((now.backward_begins, ([],)), (now.backward_ends, ())),
            *((now.step_begins, (None,)), (now.step_ends, (None,))),
        ):
            hear(*about)
            gpu.host += 1.0
        timeline.now().finish()
    told, fault, after = (record for record in written if record["kind"] != "timeline" or record["rows"])
    assert told["device"]["stretches"] == 1
    assert told["device"]["seconds"]["backward"] == 1.0
    assert (fault["kind"], fault["part"]) == ("fault", "device times")
    assert (len(after["rows"]), after["device"]) == (2, None)
