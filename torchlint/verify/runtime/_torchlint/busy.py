"""Whether this thread is at work in a probe, whose own calls must not be looked at."""

from __future__ import annotations

from threading import local


class _State(local):
    """What each thread has of its own."""

    busy = False


state = _State()  # which what runs at each capture reads itself: a call takes as long as all else that it does


def enter() -> bool:
    """Take the thread for a probe's work; False if one is at work already."""
    if state.busy:
        return False
    state.busy = True
    return True


def leave() -> None:
    state.busy = False
