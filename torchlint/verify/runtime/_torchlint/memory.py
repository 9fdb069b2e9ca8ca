"""How much memory tensors have been given where they are: by PyTorch's allocator on CUDA, by the C heap on the CPU."""

from __future__ import annotations

import time
from typing import Any

from . import heap, torch_state

FREE = 0.001  # seconds that readings may take anyway
SHARE = 0.002  # and of all time


def is_cuda_in_use() -> bool:
    """Whether the user's program has set up CUDA in this process: we never do, and ask nothing that would."""
    torch = torch_state.torch
    return torch is not None and bool(torch.cuda.is_initialized())


def counter() -> str | None:
    """What counts the memory of this process: `cuda`, `heap`, or None where nobody can tell."""
    if torch_state.torch is not None and torch_state.torch.cuda.is_initialized():
        return "cuda"
    return "heap" if heap.is_counted() else None


def cuda_counts() -> tuple[int, int]:
    """The most bytes that PyTorch's allocator has had allocated on the current CUDA device, and what it has reserved.

    The program may reset the first one; we never do.
    """
    counts = torch_state.torch.cuda.memory_stats_as_nested_dict()
    return int(counts["allocated_bytes"]["all"]["peak"]), int(counts["reserved_bytes"]["all"]["current"])


def used_bytes(device: Any = None) -> int | None:
    """The bytes in use on a torch.device; without one, on the current CUDA device if CUDA is in use, else of the heap.

    Read from counters of the host: nothing waits for a device, and its peak statistics stay as they are.
    """
    kind = device.type if device is not None else "cuda" if is_cuda_in_use() else "cpu"
    if kind == "cuda":
        return int(torch_state.torch.cuda.memory_allocated(device)) if is_cuda_in_use() else None
    return heap.used_bytes() if kind == "cpu" else None


class Readings:
    """Reads the memory in use in as many steps as take a small share of the time: glibc goes through all that is free.

    It is read at all moments of a step or at none, so that none of them is left out again and again. What counts is the
    time of this thread on the CPU: on a busy machine a reading may take long by the clock.
    """

    def __init__(self) -> None:
        self._start: float | None = None
        self._spent = 0.0
        self.is_affordable = True

    def begin_step(self, now: float) -> None:
        """Decide whether there is time for the readings of what begins now."""
        self._start = now if self._start is None else self._start
        self.is_affordable = self._spent <= FREE + SHARE * (now - self._start)

    def used_bytes(self) -> int | None:
        """The bytes in use, while readings are affordable; None where nobody counts."""
        begin = time.thread_time()
        used = used_bytes()
        self._spent += time.thread_time() - begin
        return used
