"""Puts a recorded device into each process: `torch.cuda` answers as where there is a GPU, and all work is the CPU's.

It stands on the PYTHONPATH of programs that are told to train on `cpu`. A capture records nothing, so replays leave
the loss as it was; events have the host's time, and the allocator always says the same.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch


class Stream:
    def wait_stream(self, other: Stream) -> None:
        """All is done already."""

    def synchronize(self) -> None:
        """All is done already."""

    def query(self) -> bool:
        return True


class Event:
    def __init__(self, enable_timing: bool = False) -> None:
        self.at = 0.0

    def record(self) -> None:
        assert not State.is_capturing, "an event in a graph"
        self.at = time.perf_counter()

    def synchronize(self) -> None:
        """It is reached already."""

    def query(self) -> bool:
        return True

    def elapsed_time(self, other: Event) -> float:
        return 1e3 * (other.at - self.at)


class Graph:
    def replay(self) -> None:
        """Nothing was captured."""


class State:
    is_capturing = False
    stream = Stream()


@contextmanager
def stream(wanted: Stream) -> Iterator[None]:
    before, State.stream = State.stream, wanted
    yield
    State.stream = before


@contextmanager
def graph(captured: Graph) -> Iterator[None]:
    State.is_capturing = True
    yield
    State.is_capturing = False


STATS = {
    "allocation.all.allocated": 40,
    "allocated_bytes.all.peak": 4096,
    "allocated_bytes.all.current": 1024,
    "reserved_bytes.all.peak": 8192,
}
ANSWERS: dict[str, Any] = {
    "Stream": Stream,
    "Event": Event,
    "CUDAGraph": Graph,
    "stream": stream,
    "graph": graph,
    "current_stream": lambda device=None: State.stream,
    "is_initialized": lambda: True,
    "current_device": lambda: 0,
    "is_current_stream_capturing": lambda: State.is_capturing,
    "memory_stats": lambda: STATS,
    "memory_stats_as_nested_dict": lambda: {
        "allocated_bytes": {"all": {"peak": 4096, "current": 1024}},
        "reserved_bytes": {"all": {"peak": 8192, "current": 8192}},
    },
    "memory_allocated": lambda device=None: 1024,
    "max_memory_allocated": lambda: 4096,
    "get_rng_state": lambda: torch.zeros(8, dtype=torch.uint8),
    "set_sync_debug_mode": lambda mode: None,
    "synchronize": lambda: None,
}
for name, answer in ANSWERS.items():
    setattr(torch.cuda, name, answer)
