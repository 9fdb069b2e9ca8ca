"""Whether this thread is at work in a probe, whose own calls must not be looked at."""

from __future__ import annotations

from threading import local


class _State(local):
    """What each thread has of its own."""

    busy = False


_state = _State()


def enter() -> bool:
    """Take the thread for a probe's work; False if one is at work already."""
    if _state.busy:
        return False
    _state.busy = True
    return True


def leave() -> None:
    _state.busy = False
