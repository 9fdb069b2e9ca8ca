"""The threads that are at work in a probe, whose own calls must not be looked at."""

from __future__ import annotations

from threading import get_ident

threads: set[int] = set()  # which what runs at each capture reads itself: a call takes as long as all else that it does


def enter() -> bool:
    """Take this thread for a probe's work; False if one is at work in it already."""
    thread = get_ident()
    if thread in threads:
        return False
    threads.add(thread)
    return True


def leave() -> None:
    """Give it back."""
    threads.discard(get_ident())


def start_anew() -> None:
    """Forget the threads of the process that this one was forked from."""
    threads.clear()
