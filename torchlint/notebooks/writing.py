"""New code put into a notebook: what may be changed there, and the lines of its JSON that have."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from itertools import accumulate

from torchlint.files.source import Source
from torchlint.finding import Edit, Span
from torchlint.notebooks.json_places import Literals, placed_cells

_MOST_COMPARED = 2_000  # lines of one cell; those of a longer one are written anew as a whole
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def rewritten(old: Source, new: Source) -> str:
    """The JSON of a notebook with the code of `new`, whose cells are those of `old`; `old` is as it is stored."""
    literals = placed_cells(old.stored)
    parts: list[str] = []
    end = 0
    for before, after in zip(old.cells or (), new.cells or ()):
        code = new.text[after.start : after.end]
        if code == old.text[before.start : before.end]:
            continue
        for start, stop, text in _changes(old.stored, literals[before.number], code):
            parts += old.stored[end:start], text
            end = stop
    return "".join([*parts, old.stored[end:]])


def are_in_cells(edits: Iterable[Edit], source: Source) -> bool:
    """Whether each edit is inside of one cell of a notebook."""
    cells = source.cells or ()

    def is_in_one(span: Span) -> bool:
        index = bisect_right(cells, span.start, key=lambda cell: cell.start) - 1
        return any(span.end <= cell.end for cell in cells[max(index, 0) : index + 1])

    return all(is_in_one(edit.span) for edit in edits)


def replace_magic(edits: Iterable[Edit], source: Source, python: str) -> bool:
    """Whether edits put something else in the place of what only IPython can read, of which a fix knows nothing.

    `python` is the notebook as Python reads it.
    """
    spans = [edit.span for edit in edits]
    return any(source.text[span.start : span.end] != python[span.start : span.end] for span in spans)


def _changes(stored: str, literals: Literals, code: str) -> Iterator[tuple[int, int, str]]:
    """What to put between which offsets of the JSON, in their order."""
    pieces = literals.pieces
    if not pieces:
        return
    lines = _LINE.findall(code)
    if not _is_in_a_list(stored, pieces[0].start):
        yield from _changes_in_a_string(stored, literals, lines)
        return
    between = _separator(stored, literals)
    for kind, first, last, low, high in _opcodes([str(piece) for piece in pieces], lines):
        if kind == "equal":
            continue
        text = between.join(json.dumps(line, ensure_ascii=stored.isascii()) for line in lines[low:high])
        if kind == "replace":
            yield pieces[first].start - 1, pieces[last - 1].stop + 1, text
        elif kind == "insert" and first < len(pieces):
            yield pieces[first].start - 1, pieces[first].start - 1, text + between
        elif kind == "insert":
            yield pieces[-1].stop + 1, pieces[-1].stop + 1, between + text
        elif first:
            yield pieces[first - 1].stop + 1, pieces[last - 1].stop + 1, ""
        elif last < len(pieces):
            yield pieces[0].start - 1, pieces[last].start - 1, ""
        else:
            yield pieces[0].start - 1, pieces[-1].stop + 1, ""


def _changes_in_a_string(stored: str, literals: Literals, lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """The same where all of a cell is one string."""
    (piece,) = literals.pieces
    old = _LINE.findall(piece)
    starts = list(accumulate(map(len, old), initial=0))
    for kind, first, last, low, high in _opcodes(old, lines):
        if kind != "equal":
            text = json.dumps("".join(lines[low:high]), ensure_ascii=stored.isascii())[1:-1]
            yield literals.place(starts[first]), literals.place(starts[last]), text


def _opcodes(old: list[str], new: list[str]) -> list[tuple[str, int, int, int, int]]:
    """How the lines of a cell become others. To compare very many could take as many steps as their number squared."""
    if len(old) > _MOST_COMPARED:
        return [("replace", 0, len(old), 0, len(new))]
    return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())


def _is_in_a_list(stored: str, start: int) -> bool:
    """Whether a string that begins at an offset is an element of a list, and not the value of a key."""
    return stored[: start - 1].rstrip().endswith(("[", ","))


def _separator(stored: str, literals: Literals) -> str:
    """What stands between two strings of a cell; where there is only one, what would."""
    pieces = literals.pieces
    if len(pieces) > 1:
        return stored[pieces[0].stop + 1 : pieces[1].start - 1]
    before = stored[: pieces[0].start - 1]
    return "," + (before[len(before.rstrip()) :] or " ")
