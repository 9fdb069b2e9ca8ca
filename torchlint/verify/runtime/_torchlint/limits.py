"""Where a run ends early, because the plan says so: after some batches of a pass, or after some optimizer steps."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from . import evidence, plan

PATIENCE = 3  # times that the program is asked to end; then it is ended

_steps = 0
_raised = 0
_reported: set[str] = set()


class LimitReached(SystemExit):
    """Ends the program as `sys.exit(0)` would: finally, with and atexit have their say."""


def start_anew() -> None:
    """Count the steps of this process alone."""
    global _steps, _raised
    _steps = _raised = 0
    _reported.clear()


def is_last_batch(iterator: Any) -> bool:
    """Whether a pass over a DataLoader has had as many batches as the plan allows."""
    most = plan.limit_batches
    if most is None or getattr(iterator, "_num_yielded", 0) < most:
        return False
    _tell("batch", most)
    return True


def is_last_step() -> bool:
    """Count an optimizer step: whether this process has made as many as the plan allows."""
    global _steps
    _steps += 1
    if plan.max_steps is None or _steps < plan.max_steps:
        return False
    _tell("step", plan.max_steps)
    return True


def end_program(finish: Callable[[], None]) -> None:
    """Raise LimitReached; where that has been swallowed too often, end the process after `finish`."""
    global _raised
    _raised += 1
    if _raised <= PATIENCE:
        raise LimitReached(0)
    _leave(finish)


def _tell(what: str, most: int) -> None:
    if what not in _reported:
        _reported.add(what)
        evidence.write("limit", what=what, most=most)


def _leave(finish: Callable[[], None]) -> None:
    """End a process that goes on whatever it is told; what it has printed so far is printed."""
    finish()
    _flush("stdout")
    _flush("stderr")
    os._exit(0)


def _flush(name: str) -> None:
    try:
        getattr(sys, name).flush()
    except Exception:
        return  # closed, or somebody else's
