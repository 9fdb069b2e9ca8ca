"""Where in the user's code something happens: the innermost frame whose file was checked."""

from __future__ import annotations

import os
import sys
from itertools import islice
from types import FrameType
from typing import Any

from . import plan

# A path, and where the code begins and ends: lines from 1, columns in bytes of UTF-8 from 0; -1 for the whole line.
Place = tuple[str, int, int, int, int]

_paths: dict[str, str | None] = {}  # of the files of code objects: their paths in the plan


def here() -> Place | None:
    """The place in a checked file that the program is at; None if no such file is on the stack. No frame is kept."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        path = _checked(frame.f_code.co_filename)
        if path is not None:
            return (path, *_position(frame))
        frame = frame.f_back
    return None


def line_of(file: str, row: int) -> Place | None:
    """A whole line of a file, by the name that code has it by; None if it was not checked."""
    path = _checked(file)
    return None if path is None else (path, row, -1, row, -1)


def _checked(name: str) -> str | None:
    if name not in _paths:
        real = os.path.realpath(name)
        _paths[name] = real if real in plan.checked else None
    return _paths[name]


def _position(frame: FrameType) -> tuple[int, int, int, int]:
    """The expression that a frame is at; before Python 3.11, which does not keep it, the line."""
    row = frame.f_lineno or 1
    positions: Any = getattr(frame.f_code, "co_positions", None)
    if positions is not None:
        first, last, start, end = next(islice(positions(), frame.f_lasti // 2, None))
        if None not in (first, last, start, end):
            return first, start, last, end
    return row, -1, row, -1
