"""Whether the loop of a process waits for a batch now, in a byte that its DataLoader workers can read at any time."""

from __future__ import annotations

import mmap
import os
from typing import Any

from . import plan

_own: Any = None


def say(is_waiting: bool) -> None:
    """Say whether this process waits for a batch; it is written into memory, where a worker's sampler finds it."""
    global _own
    if _own is None:
        _own = _mapped(os.getpid(), os.O_RDWR | os.O_CREAT) if plan.stacks else bytearray(1)
        _own = _own if _own is not None else bytearray(1)  # nobody is told
    _own[0] = is_waiting


def start_anew() -> None:
    """Leave the byte to the process that this one was forked from."""
    global _own
    _own = None


class Loop:
    """The loop that a worker loads for."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._byte: Any = None

    def waits(self) -> bool:
        """Whether it waits for a batch now; its byte is there as soon as it has asked for one."""
        if self._byte is None:
            self._byte = _mapped(self._pid, os.O_RDWR)
        return self._byte is not None and bool(self._byte[0])


def _mapped(pid: int, flags: int) -> Any:
    """The byte of a process, or None where its file can't be opened."""
    try:
        path = os.path.join(plan.evidence_folder, f"{pid}.waiting")
        file = os.open(path, flags | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            if flags & os.O_CREAT:
                os.write(file, b"\0")
            return mmap.mmap(file, 1)
        finally:
            os.close(file)
    except (OSError, ValueError):
        return None
