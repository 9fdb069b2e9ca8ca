"""Limits of an observed run, and the records to make."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Controls:
    """Limits of a run (None: unlimited), and the records to make for a report."""

    limit_batches: int | None = None  # of each pass over a DataLoader; then it ends as if it had no more
    max_steps: int | None = None  # optimizer steps of a process; then the program ends, with its exit handlers
    timeline: bool = False  # where the time and the memory of training steps go
    losses: bool = False  # what the program differentiates, to the last bit
    stacks: bool = False  # which code runs, asked many times a second
    memory_snapshot: str | None = None  # the file for a snapshot of PyTorch's allocator on CUDA
