"""Where the code of a cell stands in the Python that IPython makes of it: magics are replaced, all other rows stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NEWLINE = re.compile(r"\r\n?|\n")
_INDENT = re.compile(r"[ \t]+")
_MAGIC = re.compile(r"[ \t\f]*[%!?/,;]|.*=[ \t]*[%!]|.*\?[ \t]*$")
_CELL_MAGIC = re.compile(r"%%\w")
_OURS = re.compile(r"%%torchlint\b")
_CALL_OF_CELL_MAGIC = "get_ipython().run_cell_magic("
_TIMED = re.compile(r"[ \t]*(?:\w+[ \t]*=[ \t]*)?%time(?:it)?\b")
_WORD = re.compile(r"\w+")

Place = tuple[int, int, int, int]


class Part(NamedTuple):
    """A part of a cell that is run at once: its rows, and where in the cell they begin."""

    rows: tuple[str, ...]
    row: int = 0  # of the cell, above the first
    column: int = 0  # of the first row, in bytes

    @property
    def is_for_a_magic(self) -> bool:
        """Whether a magic is given all of it."""
        return bool(self.rows) and _CELL_MAGIC.match(self.rows[0]) is not None

    def holds(self, place: Place) -> bool:
        """Whether what stands at a place of the cell is in this part."""
        return (self.row + 1, self.column) <= (place[0], place[1]) and place[2] <= self.row + len(self.rows)


class Shift(NamedTuple):
    """How a row of a part stands in IPython's Python: its number there, and how many bytes it has lost in front."""

    row: int
    taken: int


def part_of(text: str) -> Part:
    """All that runs of a cell: IPython leaves out the empty rows above it."""
    rows = _NEWLINE.split(text)
    first = next((number for number, row in enumerate(rows) if row.strip()), len(rows))
    if first < len(rows) and _OURS.match(rows[first]):
        rows[first] = rows[first].replace("%%", "##", 1)  # the extension has IPython read a comment there
    return Part(tuple(rows[first:]), first)


def given_to_magic(part: Part) -> Part:
    """What is below a cell magic."""
    below = part_of("\n".join(part.rows[1:]))
    return Part(below.rows, part.row + 1 + below.row)


def timed_rows(part: Part, text: str) -> Iterator[Part]:
    """The ends of those rows of a part whose magic may now run `text`."""
    code = text.strip()
    for number, row in enumerate(part.rows):
        bare = row.rstrip()
        if code and bare.endswith(code) and _TIMED.match(row):
            yield Part((code,), part.row + number, len(bare[: len(bare) - len(code)].encode()))


def shifts(part: Part, text: str) -> dict[int, Shift] | None:
    """For each row of a part that is Python where it stands in `text`; None if that was not made of this part."""
    made = _NEWLINE.split(text)
    while made and not made[-1].strip():
        made.pop()
    if part.is_for_a_magic:
        name, line, below = part.rows[0][2:].partition(" ")[0], part.rows[0], "\n".join(part.rows[1:])
        said = len(made) == 1 and made[0].startswith(f"{_CALL_OF_CELL_MAGIC}{name!r}, ")
        return {} if said and _has_words(made[0], f"{line}\n{below}") else None
    indent = _INDENT.match(part.rows[0]) if part.rows else None
    space = indent[0] if indent else ""
    found: dict[int, Shift] = {}
    at = 0
    for number, row in enumerate(made, 1):
        whole = part.rows[at] if at < len(part.rows) else None
        if whole is None:
            return None
        bare = whole[len(space) :] if space and whole.startswith(space) else whole
        if bare == row:
            found[part.row + at + 1] = Shift(number, len(whole.encode()) - len(bare.encode()))
            at += 1
            continue
        end = _end_of_magic(part.rows, at)
        if end is None or not _has_words(row, "\n".join(part.rows[at:end])):
            return None
        at = end
    return found if not any(row.strip() for row in part.rows[at:]) else None


def moved(place: Place, part: Part, found: dict[int, Shift]) -> Place | None:
    """Where what stands at a place of the cell stands in IPython's Python; None if a magic has taken a part of it."""
    row, column, last, end = place
    rows = [found.get(number) for number in range(row, last + 1)]
    first, final = rows[0], rows[-1]
    if first is None or final is None or any(shift is None for shift in rows) or final.row - first.row != last - row:
        return None
    start = part.row + 1
    column -= first.taken + (part.column if row == start else 0)
    end -= final.taken + (part.column if last == start else 0)
    return (first.row, column, final.row, end) if column >= 0 and end >= 0 else None


def origins(part: Part, found: dict[int, Shift]) -> dict[int, tuple[int, int]]:
    """For each of IPython's rows that is one of the cell: the cell's row, and how many bytes are lost in front."""
    above = part.row + 1
    return {shift.row: (row, shift.taken + (part.column if row == above else 0)) for row, shift in found.items()}


def _end_of_magic(rows: tuple[str, ...], at: int) -> int | None:
    """The row below a magic or a question that begins in a row, and was made one row; None if there is none."""
    if not _MAGIC.match(rows[at]):
        return None
    end = at
    while end < len(rows) and rows[end].endswith("\\"):
        end += 1  # a backslash continues a magic
    return end + 1


def _has_words(made: str, told: str) -> bool:
    """Whether the words of a magic are in what was made of it, in their order."""
    words = iter(_WORD.findall(made.replace("\\n", " ").replace("\\t", " ")))
    return all(word in words for word in _WORD.findall(told))
