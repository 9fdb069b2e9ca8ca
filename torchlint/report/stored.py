"""Places in files as they are stored: for a notebook, in its JSON, which other programs see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.files.source import Lines

if TYPE_CHECKING:
    from torchlint.files.source import Cell, Source
    from torchlint.finding import Span
    from torchlint.notebooks.json_places import Literals


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
        self._cells: dict[int, Literals] = {}  # by number
        if source.cells is not None:
            from torchlint.notebooks.json_places import placed_cells  # only a notebook needs it

            self._cells = placed_cells(self.text)

    @property
    def as_github_reads_it(self) -> str:
        """The text as UTF-8, whatever its encoding is, with its byte order mark as a character."""
        text = self.text
        if self._source.cells is None and self._source.encoding not in ("", "utf-8"):
            text = self._source.encoded().decode("utf-8", "replace")
        return "\ufeff" + text if self._source.bom else text

    def region(self, span: Span) -> Region:
        """Where a stretch of the source's text is."""
        start, end = span.start, span.end
        if self._source.cells is not None:
            start, end = self._in_json(span)
        return Region(*self._lines.place(start), *self._lines.place(end))

    def written(self, text: str) -> str:
        """A piece of code as it would be stored: in a notebook's JSON its newlines and quotes are escaped."""
        return text if self._source.cells is None else json.dumps(text, ensure_ascii=self.text.isascii())[1:-1]

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
