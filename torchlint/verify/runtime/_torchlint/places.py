"""Where in the user's code something happens: the innermost frame whose file or notebook's cell was checked."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from itertools import islice
from types import CodeType, FrameType
from typing import Any, NamedTuple

from . import plan

# A path, or what the records call a cell, and where the code begins and ends: lines from 1, columns in bytes of UTF-8
# from 0; -1 for the whole line.
Place = tuple[str, int, int, int, int]

TIMED = ("<timed exec>", "<timed eval>", "<magic-timeit>")  # what IPython calls the code that these magics run
MOST_POSITIONS = 1000
_TOP = ("<module>", "inner")  # its outermost function


class Cell(NamedTuple):
    """A checked cell: what the records call it, and for IPython's rows the cell's row and the bytes lost in front."""

    name: str
    rows: Mapping[int, tuple[int, int]]

    def place(self, first: int, start: int, last: int, end: int) -> Place | None:
        """Where in the cell something is; None if a magic has made the row."""
        if first not in self.rows or last not in self.rows:
            return None
        (row, before), (final, before_end) = self.rows[first], self.rows[last]
        return self.name, row, start + before if start >= 0 else -1, final, end + before_end if end >= 0 else -1


_paths: dict[str, str | None] = {}  # of the files of code objects: their paths in the plan
_positions: dict[tuple[int, int], tuple[CodeType, tuple[int, int, int, int]]] = {}  # of instructions
_cells: dict[str, Cell] = {}  # by what IPython calls their code


def add_cell(file: str, cell: Cell) -> None:
    """Know a cell by what IPython parses it as."""
    _cells.update(dict.fromkeys(_names_of_code(file), cell))


def forget_cell(file: str) -> None:
    """Code that is parsed as this is of no checked cell, whatever was before."""
    for name in _names_of_code(file):
        _cells.pop(name, None)


def _names_of_code(file: str) -> tuple[str, ...]:
    """What the code is called that IPython compiles from what it parses: only magics give it another name."""
    return TIMED if file == "<unknown>" else (file,)


def here() -> Place | None:
    """The place in a checked file or cell that the program is at; None if none is on the stack. No frame is kept."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if name in _cells:
            # Functions of several timed cells have the same file.
            is_sure = name not in TIMED or frame.f_code.co_name in _TOP
            place = _cells[name].place(*_position(frame)) if is_sure else None
            if place is not None:
                return place
        elif (path := _checked(name)) is not None:
            return (path, *_position(frame))
        frame = frame.f_back
    return None


def line_of(file: str, row: int) -> Place | None:
    """A whole line of a file or cell, by the name that code has it by; None if it was not checked."""
    if file in _cells:
        return _cells[file].place(row, -1, row, -1) if file not in TIMED else None
    path = _checked(file)
    return None if path is None else (path, row, -1, row, -1)


def _checked(name: str) -> str | None:
    if name not in _paths:
        real = os.path.realpath(name)
        _paths[name] = real if real in plan.checked else None
    return _paths[name]


def _position(frame: FrameType) -> tuple[int, int, int, int]:
    """The expression that a frame is at; before Python 3.11, which does not keep it, the line.

    Python reads the positions of a code object one by one from its beginning: each is asked for once.
    """
    code, instruction = frame.f_code, frame.f_lasti
    known = _positions.get((id(code), instruction))
    if known is not None and known[0] is code:
        return known[1]
    if len(_positions) >= MOST_POSITIONS:
        _positions.clear()
    position = _position_in(code, instruction, frame.f_lineno or 1)
    _positions[id(code), instruction] = code, position
    return position


def _position_in(code: CodeType, instruction: int, row: int) -> tuple[int, int, int, int]:
    positions: Any = getattr(code, "co_positions", None)
    if positions is not None:
        first, last, start, end = next(islice(positions(), instruction // 2, None))
        if None not in (first, last, start, end):
            return first, start, last, end
    return row, -1, row, -1
