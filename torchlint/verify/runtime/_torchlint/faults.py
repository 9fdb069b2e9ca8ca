"""Faults of our own: they are told to whoever reads the records, and never to the user's program."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from . import busy, evidence

_failed: set[str] = set()


def quietly(part: str, hear: Callable[..., Any], *said: Any) -> Any:
    """What `hear` makes of what it is told; None if it fails, or if it is one of our own probes that is at work."""
    if part in _failed or not busy.enter():
        return None
    try:
        return hear(*said)
    except Exception as problem:
        _has_failed(part, problem)
    finally:
        busy.leave()
    return None


def each_guarded(parts: Iterable[tuple[str, Callable[..., Any]]], said: tuple[Any, ...]) -> None:
    """Tell all parts the same, in a thread that is at work in a probe already."""
    for part, hear in parts:
        if part not in _failed:
            try:
                hear(*said)
            except Exception as problem:
                _has_failed(part, problem)


def guarded(part: str, hear: Callable[..., Any], *said: Any) -> Any:
    """What `hear` makes of what it is told, or None if it fails, in a thread that is at work in a probe already.

    A part that has failed once is not asked again: what it has counted so far may be wrong.
    """
    if part in _failed:
        return None
    try:
        return hear(*said)
    except Exception as problem:
        _has_failed(part, problem)
    return None


def _has_failed(part: str, problem: Exception) -> None:
    _failed.add(part)
    evidence.write("fault", part=part, error=type(problem).__name__)


def start_anew() -> None:
    """Forget the faults of the process that this one was forked from."""
    _failed.clear()
