"""What a `%torchlint` or `%%torchlint` line asks for."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

MARK = "%%torchlint"
# What stands for it while the cell is checked and run: a comment of the same length, so that every place stays.
COMMENT = "##torchlint"
FORMATS = ("full", "concise")
USAGE = (
    "%torchlint or %%torchlint [--verify [CELLS] | --fix [CELL] [--unsafe-fixes] | --explain RULE] "
    f"[--output-format {'|'.join(FORMATS)}]"
)
_EXPLAIN = re.compile(r"(?:--)?explain(?:[ \t=]+(.*))?")
_FIX = re.compile(r"[ \t]+--(?:fix|unsafe-fixes)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Request:
    """Whether to run cells observed, for how many of them; whether to fix one, and which; and how to show the rest.

    Or the rule or the symptom to `explain`, and nothing else.
    """

    verify: bool = False
    cells: int = 1
    fix: bool = False
    cell: int | None = None  # the number of the cell to fix; None for the last one that a fix would change
    unsafe: bool = False
    format: str = ""  # empty for HTML where the front end shows it
    explain: str = ""


def parsed(line: str) -> Request:
    """The request in what follows the magic's name; raises ValueError, which says what is wrong."""
    if asked := _EXPLAIN.fullmatch(line.strip()):
        return Request(explain=_explained(asked[1] or ""))
    words = shlex.split(line)
    verify, cells, fix, cell, unsafe, style = False, 1, False, None, False, ""
    while words:
        word, _, value = words.pop(0).partition("=")
        if word == "--verify":
            verify, cells = True, _number(word, value, words, 1)
        elif word == "--fix":
            fix, cell = True, _number(word, value, words, 0) or None
        elif word == "--unsafe-fixes":
            unsafe = True
        elif word == "--output-format":
            style = value or (words.pop(0) if words else "")
            if style not in FORMATS:
                raise ValueError(f"unknown format `{style}`: {USAGE}")
        else:
            raise ValueError(f"unknown option `{word}`: {USAGE}")
    if verify and fix:
        raise ValueError(f"--verify and --fix do not go together: {USAGE}")
    if unsafe and not fix:
        raise ValueError(f"--unsafe-fixes goes with --fix: {USAGE}")
    return Request(verify, cells, fix, cell, unsafe, style)


def _explained(text: str) -> str:
    """What is to be explained, in quotes or not: a symptom may be several words, and have an apostrophe."""
    name = text.strip().strip("\"'")
    if not name:
        raise ValueError(f'--explain takes a rule, or a symptom such as "loss is NaN": {USAGE}')
    return name


def _number(option: str, value: str, words: list[str], default: int) -> int:
    """The number that may follow an option."""
    value = value or (words.pop(0) if words and words[0].isdecimal() else str(default))
    if not value.isdecimal():
        what = "a number of cells" if option == "--verify" else "the number of a cell"
        raise ValueError(f"{option} takes {what}, not {value}: {USAGE}")
    return int(value)


def line_of(cell: str) -> str | None:
    """What follows `%%torchlint` in the first line of a cell; None for a cell without it."""
    first = cell.lstrip().partition("\n")[0].split(None, 1)
    return None if first[:1] != [MARK] else first[1].strip() if len(first) > 1 else ""


def without_mark(cell: str) -> str:
    """A cell with its `%%torchlint` line as a comment."""
    return cell.replace(MARK, COMMENT, 1) if line_of(cell) is not None else cell


def as_typed(cell: str) -> str:
    """A cell with that comment as a `%%torchlint` line again."""
    return cell.replace(COMMENT, MARK, 1) if cell.split(None, 1)[:1] == [COMMENT] else cell


def without_fix(cell: str) -> str:
    """A cell whose `%%torchlint` line no longer asks for fixes."""
    if line_of(cell) is None:
        return cell
    at = cell.index(MARK)
    first, newline, rest = cell[at:].partition("\n")
    return f"{cell[:at]}{_FIX.sub('', first)}{newline}{rest}"
