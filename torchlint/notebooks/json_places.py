"""Where a notebook's code is written in its JSON: the strings that a cell's text is stored as, and their characters."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from torchlint.notebooks.notebook import code_cells

_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
_SURROGATES = r"\\u[dD][89abAB]..\\u[dD][c-fC-F].."  # two escapes that are one character
_CHARACTER = re.compile(rf"{_SURROGATES}|\\u....|\\.|[^\\]", re.DOTALL)


class Literal(str):
    """A string of a JSON text, and between which offsets of the text it is written, without its quotes."""

    start = 0
    stop = 0


class Literals:
    """The strings that a cell's text is stored as."""

    def __init__(self, text: str, pieces: list[Literal]) -> None:
        self._text, self.pieces = text, pieces
        self._starts = list(accumulate(map(len, pieces), initial=0))[:-1]

    def place(self, offset: int, *, after: bool = False) -> int:
        """Where the character at an offset in the cell is written, or where it ends; the cell's end behind the last."""
        if not self.pieces:
            return 0
        index = max(0, bisect_right(self._starts, offset) - 1)
        piece = self.pieces[index]
        written = list(_CHARACTER.finditer(self._text, piece.start, piece.stop))
        character = max(offset, 0) - self._starts[index]
        if character >= len(written):
            return piece.stop
        return written[character].end() if after else written[character].start()


def placed_cells(text: str) -> dict[int, Literals]:
    """The code cells of a notebook's JSON, by number; none where it is nested too deeply for that."""
    try:
        notebook = _placed(json.loads(text, object_pairs_hook=_Object), _STRING.finditer(text))
    except RecursionError:
        return {}
    cells: Iterator[tuple[int, list[Any]]] = code_cells(notebook)
    return {number: Literals(text, pieces) for number, pieces in cells}


class _Object(list[tuple[str, Any]]):
    """A JSON object with all its keys, also those that it has twice."""


def _placed(value: Any, strings: Iterator[re.Match[str]]) -> Any:
    """A parsed value with its strings as literals: they stand in the text in the order in which they were parsed."""
    if isinstance(value, str):
        literal = Literal(value)
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
