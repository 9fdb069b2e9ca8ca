"""Who hears of what the program does: the lists are made before it happens, so that it is told to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from threading import main_thread
from typing import Any

NAMES = (
    *("optimizer_made", "backward_begins", "backward_due", "backward_ends"),
    *("step_begins", "step_due", "step_ends", "due_step_ends", "due_step_follows"),
    *("batch_asked", "batch_came", "samples_asked", "samples_came", "hook_made", "seeded"),
)

Listeners = tuple[tuple[str, Callable[..., Any]], ...]  # each with the part of ours that it is

in_main: dict[str, Listeners] = dict.fromkeys(NAMES, ())  # those who hear of an event in the main thread
elsewhere: dict[str, Listeners] = dict.fromkeys(NAMES, ())  # and in any other
main = main_thread().ident


def hear(
    event: str, part: str, listener: Callable[..., Any], is_for_all_threads: bool = True, is_first: bool = False
) -> None:
    """Have a part of ours told of an event, after those who hear of it already, or before them."""
    for listeners in (in_main, elsewhere) if is_for_all_threads else (in_main,):
        one = part, listener
        listeners[event] = (one, *listeners[event]) if is_first else (*listeners[event], one)


def forget(part: str) -> None:
    """Tell this part nothing more."""
    for listeners in (in_main, elsewhere):
        for event, its in listeners.items():
            listeners[event] = tuple(one for one in its if one[0] != part)


def start_anew() -> None:
    """Know the main thread of a process that was forked."""
    global main
    main = main_thread().ident
