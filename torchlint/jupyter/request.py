"""What a `%torchlint` or `%%torchlint` line asks for."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

MARK = "%%torchlint"
# What stands for it while the cell is checked and run: a comment of the same length, so that every place stays.
COMMENT = "##torchlint"
FORMATS = ("full", "concise")
USAGE = f"%torchlint or %%torchlint [--verify [CELLS]] [--output-format {'|'.join(FORMATS)}]"


@dataclass(frozen=True, slots=True)
class Request:
    """Whether to run cells observed, for how many of them, and in which format to say what was found."""

    verify: bool = False
    cells: int = 1
    format: str = "full"


def parsed(line: str) -> Request:
    """The request in what follows the magic's name; raises ValueError, which says what is wrong."""
    words = shlex.split(line)
    verify, cells, style = False, 1, "full"
    while words:
        word, _, value = words.pop(0).partition("=")
        if word == "--verify":
            verify = True
            value = value or (words.pop(0) if words and words[0].isdecimal() else "1")
            if not value.isdecimal():
                raise ValueError(f"--verify takes a number of cells, not {value}: {USAGE}")
            cells = int(value)
        elif word == "--output-format":
            style = value or (words.pop(0) if words else "")
            if style not in FORMATS:
                raise ValueError(f"unknown format `{style}`: {USAGE}")
        else:
            raise ValueError(f"unknown option `{word}`: {USAGE}")
    return Request(verify, cells, style)


def line_of(cell: str) -> str | None:
    """What follows `%%torchlint` in the first line of a cell; None for a cell without it."""
    first = cell.lstrip().partition("\n")[0].split(None, 1)
    return None if first[:1] != [MARK] else first[1].strip() if len(first) > 1 else ""


def without_mark(cell: str) -> str:
    """A cell with its `%%torchlint` line as a comment."""
    return cell.replace(MARK, COMMENT, 1) if line_of(cell) is not None else cell
