"""What the probes' larger work may cost: a share of the time that the program has run."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 0.3  # seconds
FOR_A_SITE = 0.02  # seconds more, so that the last of many sites is looked at as well
SHARE = 0.015
SMALL_SHARE = 0.005

_sites = 0
_spent = 0.0
_start = time.perf_counter()


def start() -> None:
    global _spent, _start
    _spent, _start = 0.0, time.perf_counter()


def add_site() -> None:
    """Allow for one more site to be looked at."""
    global _sites
    _sites += 1


def is_left() -> bool:
    """Whether there is time for a walk through a graph."""
    return is_left_for(0.0)


def is_left_for(seconds: float) -> bool:
    """Whether there is time for something that takes about so long."""
    return _spent + seconds < AT_ONCE + FOR_A_SITE * _sites + SHARE * (time.perf_counter() - _start)


def is_plenty_left() -> bool:
    """Whether there is time for what is good to know, but settles nothing."""
    return _spent < SMALL_SHARE * (time.perf_counter() - _start)


@contextmanager
def counted() -> Iterator[None]:
    """Count the time of what is done inside."""
    global _spent
    begin = time.perf_counter()
    try:
        yield
    finally:
        _spent += time.perf_counter() - begin


def spent() -> float:
    """The seconds counted so far."""
    return _spent


def clock() -> float:
    """A clock in seconds that stands still while our probes are at work: one may be, inside what is timed."""
    return time.perf_counter() - _spent
