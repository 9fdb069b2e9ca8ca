"""Checks files in several processes; outcomes come in the order of the files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Future
    from mmap import mmap

    from torchlint.runner.outcome import Outcome

    Check = Callable[[str], Outcome]

# Below both, one process is done before others would have begun.
_FEW_FILES, _FEW_BYTES = 50, 500_000
_MOST = 8  # each keeps what it knows of the project in memory of its own
_SHARES = 4  # of what is left to do, each process takes one in so many at a time

_BYTES = 4  # of a count
_PATIENCE = 0.2  # seconds between two looks at how far the processes are

# What the processes of a pool do, and how many files of each piece they have checked; they get both by being forked.
_check: Check | None = None
_counts: mmap | None = None


def number_of_jobs(requested: int | None, names: Sequence[str]) -> int:
    """The number of processes: the requested one, else one per processor if there is enough to do."""
    if not hasattr(os, "fork"):
        return 1
    return min(_worth(names) if requested is None else requested, max(1, len(names)))


def _worth(names: Sequence[str]) -> int:
    """How many processes the work is worth, and the machine has."""
    import sys

    is_little = len(names) < _FEW_FILES and sum(map(_size, names)) < _FEW_BYTES
    if is_little or sys.platform == "darwin":  # whose own libraries may not be forked safely
        return 1
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, _MOST)


def _size(name: str) -> int:
    try:
        return os.path.getsize(name)
    except OSError:
        return 0  # reading it says what is wrong


def checked(
    names: Sequence[str], check: Check, jobs: int, progress: Callable[[int], object] = lambda count: None
) -> Iterator[Outcome]:
    """The outcome of each file, in the order of the files, from `jobs` forked processes.

    If a process is killed, by a lack of memory for example, the remaining files are checked in this one. While this one
    waits, `progress` is called with the number of files that all have checked.
    """
    global _check, _counts
    from concurrent.futures import ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from mmap import mmap
    from multiprocessing import get_context
    from struct import unpack_from

    pieces = list(in_pieces(names, jobs))
    _check, _counts = check, mmap(-1, _BYTES * len(pieces))
    pool = ProcessPoolExecutor(jobs, get_context("fork"), initializer=_leave_interrupts_to_the_parent)
    done = 0
    try:
        futures: list[Future[list[Outcome]]] = [
            pool.submit(_checked_here, number, piece) for number, piece in enumerate(pieces)
        ]
        for future in futures:
            while not wait([future], _PATIENCE).done:
                progress(sum(unpack_from(f"{len(pieces)}I", _counts)))
            yield from future.result()
            done += 1
    except BrokenProcessPool:
        for piece in pieces[done:]:
            yield from map(check, piece)
    finally:
        _check = _counts = None
        # Where all is done, it ends at once. Left to Python's own end, it would be met half closed, now and then, and
        # Python would print an exception of its own.
        pool.shutdown(wait=done == len(pieces), cancel_futures=True)


def in_pieces(names: Sequence[str], jobs: int) -> Iterator[Sequence[str]]:
    """The files as they are handed out, in their order.

    Neighbours go together, as they import the same files; the last pieces are small, so that no process waits long for
    another at the end.
    """
    start = 0
    while start < len(names):
        size = max(1, (len(names) - start) // (jobs * _SHARES))
        yield names[start : start + size]
        start += size


def _leave_interrupts_to_the_parent() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _checked_here(number: int, names: Sequence[str]) -> list[Outcome]:
    if _check is None or _counts is None:
        raise RuntimeError("a process of the pool was not forked from a run")
    from struct import pack_into

    outcomes = []
    for count, name in enumerate(names, 1):
        outcomes.append(_check(name))
        pack_into("I", _counts, number * _BYTES, count)  # each piece has a place of its own, so nobody has to wait
    return outcomes
