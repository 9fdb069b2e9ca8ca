"""Offsets in a text as an editor counts them: lines from 0, columns in units of the encoding that was agreed on."""

from __future__ import annotations

from lsprotocol import types

from torchlint.files.source import Lines
from torchlint.finding import Span

# How many bytes a unit has. Python's own columns are code points, those of UTF-32.
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Positions:
    """The places of one text. Lines end with LF, CRLF or CR, in the protocol as in Python."""

    def __init__(self, text: str, encoding: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self._codec, self._size = _UNITS[encoding]

    def position(self, offset: int) -> types.Position:
        """Where an offset is."""
        row = self._lines.row(offset)
        return types.Position(row - 1, self._width(self._text[self._lines.start(row) : offset]))

    def range(self, span: Span) -> types.Range:
        """Where a span is."""
        return types.Range(self.position(span.start), self.position(span.end))

    def offset(self, position: types.Position) -> int:
        """The offset of a position; one behind the end of its line, or of the text, means that end."""
        row = position.line + 1
        if row > self._lines.rows:
            return len(self._text)
        start, line = self._lines.start(row), self._lines.line(row)
        if line.isascii():
            return start + min(position.character, len(line))
        left = position.character
        for offset, char in enumerate(line, start):
            left -= self._width(char)
            if left < 0:
                return offset  # a position inside a character means its beginning
        return start + len(line)

    def span(self, place: types.Range) -> Span:
        """The span of a range."""
        return Span(self.offset(place.start), self.offset(place.end))

    def _width(self, text: str) -> int:
        return len(text) if text.isascii() else len(text.encode(self._codec, "surrogatepass")) // self._size
