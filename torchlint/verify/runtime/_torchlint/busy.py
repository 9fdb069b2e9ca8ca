"""Whether this thread is at work in a probe, whose own calls must not be looked at."""

from __future__ import annotations

from threading import local

_state = local()


def enter() -> bool:
    """Take the thread for a probe's work; False if one is at work already."""
    if getattr(_state, "busy", False):
        return False
    _state.busy = True
    return True


def leave() -> None:
    _state.busy = False
