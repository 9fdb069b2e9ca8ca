"""A Jupyter notebook as one Python text: the code cells in their order, each place in it a place in a cell."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import Any

from torchlint.files.source import Cell, Source, Unreadable, bytes_of, unreadable_at

ROOM = "     \n"  # above each cell: a row in which its reader may write a header
_PYTHON = frozenset(("python", "ipython", "python2", "python3"))


def read_notebook(path: str, data: bytes | None = None) -> Source:
    """The code of a notebook, or of `data` under that name, empty where its kernel is not Python; raises Unreadable."""
    data = bytes_of(path) if data is None else data
    try:
        stored = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unreadable_at(
            f"byte 0x{data[error.start]:02x} is not valid UTF-8, the encoding of notebooks", data, error.start
        ) from error
    text, cells = put_together((number, "".join(pieces)) for number, pieces in code_cells(_parsed(stored)))
    return Source(path, text, bom=data.startswith(BOM_UTF8), cells=cells, stored=stored)


def put_together(codes: Iterable[tuple[int, str]]) -> tuple[str, tuple[Cell, ...]]:
    """One text of the numbers and codes of cells, and where in it each of them is."""
    parts: list[str] = []
    cells: list[Cell] = []
    at = 0
    for number, code in codes:
        start = at + len(ROOM)
        cells.append(Cell(number, start, start + len(code)))
        parts += (ROOM, code, "\n")
        at = start + len(code) + 1
    return "".join(parts), tuple(cells)


def _parsed(stored: str) -> dict[str, Any]:
    if not stored.strip():
        raise Unreadable("the file is empty, but a notebook is a JSON file")
    try:
        notebook = json.loads(stored)
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"a notebook is a JSON file, but this is not valid JSON: {error.msg}", stored, error.pos
        ) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits; brackets in brackets
        raise Unreadable(f"a notebook is a JSON file, but this can't be read: {error}") from error
    if not isinstance(notebook, dict):
        raise Unreadable("this JSON file is not a notebook")
    return notebook


def code_cells(notebook: dict[str, Any]) -> Iterator[tuple[int, list[str]]]:
    """The number of each Python cell among all cells, and the strings that its text is stored as; raises Unreadable."""
    if "cells" in notebook:
        cells = notebook["cells"]
    elif isinstance(sheets := notebook.get("worksheets"), list):  # before nbformat 4
        cells = [cell for sheet in sheets for cell in _part(sheet, "cells", [])]
    else:
        raise Unreadable("this JSON file is not a notebook: it has no cells")
    if not isinstance(cells, list):
        raise Unreadable("this JSON file is not a notebook: its cells are not a list")
    if not _is_python(_language(notebook)):
        return
    for number, cell in enumerate(cells, 1):
        kind = _part(cell, "cell_type", None)
        if not isinstance(kind, str):
            raise Unreadable(f"cell {number} of this notebook has no type")
        own = _part(_part(_part(cell, "metadata", {}), "vscode", {}), "languageId", None) or cell.get("language")
        if kind != "code" or not _is_python(own):
            continue
        text = cell.get("source", cell.get("input"))
        pieces = [text] if isinstance(text, str) else text
        if not (isinstance(pieces, list) and all(isinstance(piece, str) for piece in pieces)):
            raise Unreadable(f"cell {number} of this notebook has no text")
        yield number, pieces


def _part(of: Any, key: str, default: Any) -> Any:
    return of.get(key, default) if isinstance(of, dict) else default


def _language(notebook: dict[str, Any]) -> Any:
    """What the kernel that ran the notebook said, or else what the chosen one is."""
    metadata = notebook.get("metadata")
    language = _part(_part(metadata, "language_info", {}), "name", None)
    return language or _part(_part(metadata, "kernelspec", {}), "language", None)


def _is_python(language: Any) -> bool:
    return not isinstance(language, str) or language.lower() in _PYTHON
