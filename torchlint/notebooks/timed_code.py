"""Which code of a notebook's cells is timed: by `%time`, `%timeit`, `%%time` or `%%timeit`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Span

if TYPE_CHECKING:
    from torchlint.files.source import Source

    Timed = tuple[Span, int]

# A magic, with what follows on its line; as for IPython, a backslash continues the line.
_MAGIC = re.compile(r"(?P<sign>%%?)(?P<name>time(?:it)?)\b(?P<rest>(?:\\(?:\r\n?|\n)|[^\r\n])*)")
_PASSES = re.compile(r"(?:[ \t]+-\w[ \t]*\d*)*?[ \t]+-n[ \t]*(\d+)")


def timed_code(source: Source, python: str) -> tuple[Timed, ...]:
    """Where timed code is in a notebook, and how often each runs; 0 where `%timeit` itself decides how often.

    `python` is the notebook's text as Python reads it.
    """
    if "%time" not in source.text:
        return ()
    return tuple(timed for cell in source.cells or () for timed in _timed(source.text, python, cell.start, cell.end))


def _timed(text: str, python: str, start: int, end: int) -> Iterator[Timed]:
    """The timed code of one cell. A magic is one where Python reads something else: `"%time"` in quotes is not."""
    for magic in _MAGIC.finditer(text, start, end):
        at, stop, stands = magic.start(), magic.end(), python[magic.start() : magic.start() + 2]
        given = _PASSES.match(magic["rest"])
        passes = int(given[1]) if given else 0 if magic["name"] == "timeit" else 1
        if magic["sign"] == "%%" and not stands.strip():
            yield Span(stop, end), passes  # what is on the magic's own line is set-up, which is not timed
        elif magic["sign"] == "%" and (stands == "0;" or not stands.strip()):
            yield Span(at + 2, stop), passes
