"""What one whole process costs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

# The statuses of linters that did their work: nothing found, and something found.
_DONE = (0, 1)
# What the measuring person has set must not count: a start that may not keep what it compiles, or a cache elsewhere.
_NOT_PASSED_ON = ("PYTHONDONTWRITEBYTECODE", "RUFF_", "TORCHLINT_")
_MIB = 2**20 if sys.platform == "darwin" else 2**10  # ru_maxrss is in bytes there, in KiB elsewhere


class Failed(Exception):
    """A command that did not do its work: what it was, its status, and the end of what it printed."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process and its children used: CPU seconds, seconds by the clock, and MiB at the peak of the largest."""

    cpu: float
    wall: float
    peak: float
    is_whole: bool = True  # False where it was ended before it was done: it would have cost more


def cost(command: Sequence[str], folder: Path, cores: int = 1, limit: float | None = None) -> Cost:
    """What a command costs that is run in a folder, and ended after `limit` seconds by the clock. Raises Failed."""
    with tempfile.TemporaryFile() as output, _pinned(cores):
        began = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        ended: list[int] = []
        timer = Timer(limit or 0, _end, (process.pid, ended))
        if limit is not None:
            timer.start()
        try:
            _, status, used = os.wait4(process.pid, 0)
        except BaseException:  # it has a session of its own, so an interrupt does not reach it
            _end(process.pid, ended)
            raise
        finally:
            timer.cancel()
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)  # so that Popen does not wait once more
        output.seek(0)
        printed = output.read()
    # An exception ends Python with status 1, as a finding does.
    is_broken = process.returncode not in _DONE or b"\nTraceback (most recent call last)" in b"\n" + printed
    if is_broken and not ended:
        end = printed.decode("utf-8", "replace")[-2000:]
        raise Failed(f"{' '.join(command)}: exit status {process.returncode}\n{end}")
    return Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / _MIB, not ended)


def environment() -> dict[str, str]:
    """The variables of what is measured."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_NOT_PASSED_ON)}


def free_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _pinned(cores: int) -> Iterator[None]:
    """Processes that are begun here have so many cores, the same ones each time, where the system can say so."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    free = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(free)[-cores:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, free)


def _end(group: int, ended: list[int]) -> None:
    """End a process with all that it has begun, and note that it was ended."""
    with suppress(ProcessLookupError):  # it was done just now
        os.killpg(group, signal.SIGKILL)
        ended.append(group)
