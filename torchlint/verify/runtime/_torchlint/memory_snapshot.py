"""A snapshot of PyTorch's allocator on CUDA, with the stacks of what it has given out: only if the plan asks for it."""

from __future__ import annotations

import os
from typing import Any

from . import events, evidence, memory, plan, torch_state

MOST_EVENTS = 100_000  # of which the stacks are kept

_is_begun = False


def listen() -> None:
    """Hear of what a training does, if a snapshot is wanted."""
    if plan.memory_snapshot is not None:
        for event in ("step_begins", "backward_begins", "batch_came"):
            events.hear(event, "memory snapshot", begin)


def begin(_: Any) -> None:
    """Let the allocator record from now on, once the program has set up CUDA; a recording of its own goes on."""
    global _is_begun
    if _is_begun or not memory.is_cuda_in_use():
        return
    _is_begun = True
    is_recording: Any = getattr(torch_state.torch._C, "_cuda_isHistoryEnabled", None)
    if is_recording is None or not is_recording():
        torch_state.torch.cuda.memory._record_memory_history(max_entries=MOST_EVENTS)


def finish() -> None:
    """Write what was recorded."""
    if _is_begun and plan.memory_snapshot is not None:
        path = path_here(plan.memory_snapshot)
        torch_state.torch.cuda.memory._dump_snapshot(path)
        evidence.write("snapshot", path=path)


def path_here(path: str) -> str:
    """The file of this process: the plan's own for the first rank, others by their number."""
    rank = os.environ.get("RANK", "0")
    if rank == "0":
        return path
    stem, ending = os.path.splitext(path)
    return f"{stem}-rank{rank}{ending}"


def start_anew() -> None:
    """A forked process has no CUDA."""
    global _is_begun
    _is_begun = False
