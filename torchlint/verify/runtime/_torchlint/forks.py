"""A forked process starts to count anew, and says goodbye where atexit never runs."""

from __future__ import annotations

import os
import sys
from types import ModuleType

from . import (
    ending,
    events,
    evidence,
    faults,
    hearing,
    limits,
    loaders,
    memory_snapshot,
    roles,
    sites,
    stacks,
    timeline,
    waiting,
)


class _Anchor:
    """What multiprocessing holds its callback by: it has to be weakly referenced."""


_anchor = _Anchor()
_is_known_to_multiprocessing = False


def install() -> None:
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=_before, after_in_parent=stacks.after_fork, after_in_child=_in_child)


def _before() -> None:
    global _is_known_to_multiprocessing
    multiprocessing = sys.modules.get("multiprocessing.util")
    if multiprocessing is not None and not _is_known_to_multiprocessing:
        _is_known_to_multiprocessing = True
        multiprocessing.register_after_fork(_anchor, _in_worker)
    stacks.before_fork()


def _in_child() -> None:
    evidence.leave_to_parent()
    for part in (events, sites, faults, hearing, limits, loaders, memory_snapshot, roles, stacks, timeline, waiting):
        _start_anew(part)


def _start_anew(part: ModuleType) -> None:
    try:
        part.start_anew()
    except Exception as problem:  # Python would print it
        evidence.write("fault", part=part.__name__.rpartition(".")[2], error=type(problem).__name__)


def _in_worker(_: _Anchor) -> None:
    # A worker leaves by os._exit: of all that Python runs at the end, only multiprocessing's finalizers are left.
    sys.modules["multiprocessing.util"].Finalize(None, ending.finish, exitpriority=1000)
    faults.quietly("stacks", stacks.start_in_worker)
