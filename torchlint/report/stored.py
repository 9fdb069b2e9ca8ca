"""Where a finding is in its file as it is stored: of a notebook, in its JSON, which is what other programs see."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from torchlint.notebook import code_cells
from torchlint.source import Lines

if TYPE_CHECKING:
    from torchlint.finding import Span
    from torchlint.source import Cell, Source

_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_SURROGATES = r"\\u[dD][89abAB]..\\u[dD][c-fC-F].."  # two escapes that are one character
_CHARACTER = re.compile(rf"{_SURROGATES}|\\u....|\\.|[^\\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Region:
    """Rows and columns from 1, columns in code points; the end is the place after the last character."""

    row: int
    column: int
    end_row: int
    end_column: int


class Stored:
    """The text of a file as it is stored, and places in it."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.text = source.text if source.cells is None else source.stored
        self._lines = Lines(self.text)
        self._cells: dict[int, _Literals] = {}  # by number
        if source.cells is not None:
            self._cells = {number: _Literals(self.text, pieces) for number, pieces in _placed_cells(self.text)}

    @property
    def as_github_reads_it(self) -> str:
        """The text as UTF-8, whatever its encoding is, with its byte order mark as a character."""
        text = self.text
        if self._source.cells is None and self._source.encoding not in ("", "utf-8"):
            text = self._source.encoded(text).decode("utf-8", "replace")
        return "\ufeff" + text if self._source.bom else text

    def region(self, span: Span) -> Region:
        """Where a stretch of the source's text is."""
        start, end = span.start, span.end
        if self._source.cells is not None:
            start, end = self._in_json(span)
        return Region(*self._lines.place(start), *self._lines.place(end))

    def row(self, number: int) -> str:
        """One row of the file, counted from 1."""
        return self._lines.line(number)

    def _in_json(self, span: Span) -> tuple[int, int]:
        first, last = self._cell(span.start), self._cell(max(span.start, span.end - 1))
        if first is None or last is None:
            return 0, 0
        start = self._cells[first.number].place(span.start - first.start)
        if span.end <= span.start:
            return start, start
        return start, self._cells[last.number].place(span.end - 1 - last.start, after=True)

    def _cell(self, offset: int) -> Cell | None:
        """The cell that an offset is in, or the one before where it is between two."""
        cells = [cell for cell in self._source.cells or () if cell.number in self._cells]
        before = [cell for cell in cells if cell.start <= offset]
        return before[-1] if before else cells[0] if cells else None


class _Literal(str):
    """A string of a JSON text, and between which offsets of the text it is written."""

    start = 0
    stop = 0


class _Object(list[tuple[str, Any]]):
    """A JSON object with all its keys, also those that it has twice."""


class _Literals:
    """The strings that a cell's text is stored as."""

    def __init__(self, text: str, pieces: list[_Literal]) -> None:
        self._text, self._pieces = text, pieces
        self._starts = list(accumulate(map(len, pieces), initial=0))[:-1]

    def place(self, offset: int, *, after: bool = False) -> int:
        """Where the character at an offset in the cell is written, or where it ends; the cell's end behind the last."""
        if not self._pieces:
            return 0
        index = max(0, bisect_right(self._starts, offset) - 1)
        piece = self._pieces[index]
        written = list(_CHARACTER.finditer(self._text, piece.start, piece.stop))
        character = max(offset, 0) - self._starts[index]
        if character >= len(written):
            return piece.stop
        return written[character].end() if after else written[character].start()


def _placed_cells(text: str) -> Iterator[tuple[int, list[Any]]]:
    """The code cells of a notebook with strings that know their place; none where it is nested too deeply for that."""
    try:
        notebook = _placed(json.loads(text, object_pairs_hook=_Object), _STRING.finditer(text))
    except RecursionError:
        return
    yield from code_cells(notebook)


def _placed(value: Any, strings: Iterator[re.Match[str]]) -> Any:
    """A parsed value with its strings as literals: they stand in the text in the order in which they were parsed."""
    if isinstance(value, str):
        literal = _Literal(value)
        literal.start, literal.stop = next(strings).span(1)
        return literal
    if isinstance(value, _Object):
        placed = {}
        for key, inner in value:
            next(strings)  # the key's own
            placed[key] = _placed(inner, strings)
        return placed
    if isinstance(value, list):
        return [_placed(inner, strings) for inner in value]
    return value
