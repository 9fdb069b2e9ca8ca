"""Checks and fixes the cells of a live kernel: what ran before a cell is the program that it continues."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from torchlint.files.source import Source
from torchlint.jupyter.history import LiveCell
from torchlint.jupyter.request import as_typed, line_of, without_fix, without_mark
from torchlint.notebooks.notebook import read_notebook
from torchlint.result import Result
from torchlint.runner.outcome import never
from torchlint.runner.session import Session
from torchlint.settings.config import Configs
from torchlint.verify.verification import can_settle

PATH = "In"  # as in `In [3]`: a finding's place reads `In:cell 3:5:1`


@dataclass(frozen=True, slots=True)
class FixedCell:
    """A cell after the fixes of its findings: its text, the changes as lines of a patch, and what is still found."""

    number: int
    text: str
    patch: tuple[str, ...]
    result: Result
    others: tuple[int, ...] = ()  # numbers of cells that have to change as well


class CellChecker:
    """Checks cells with the settings of the working directory."""

    def __init__(self, *, verify: bool = False, unsafe: bool = False) -> None:
        self.session = Session(Configs(), unsafe=unsafe, shows=can_settle if verify else never)
        self.session.prepare([os.path.abspath(PATH)])

    def check(self, cells: Sequence[LiveCell]) -> Result:
        """The findings of cells, which are one program in this order."""
        return self.session.judge(_source(cells)).result

    def check_last(self, cells: Sequence[LiveCell]) -> Result:
        """The findings of the last one of these cells."""
        return _of_cell(self.check(cells), cells[-1].number)

    def fixable(self, cells: Sequence[LiveCell], *, unsafe: bool) -> list[int]:
        """The numbers of the cells with a finding that a fix removes."""
        result = self.check(cells)
        return [
            cell.number
            for cell in cells
            if any(one.fix and (one.fix.safe or unsafe) for one in _of_cell(result, cell.number).findings)
        ]

    def fix(self, cells: Sequence[LiveCell], number: int) -> FixedCell:
        """The cell with a number, its findings fixed as far as that can be done."""
        source = _source(cells)
        outcome = self.session.judge(source)
        after, done = self.session.fix_these(outcome, _of_cell(outcome.result, number).findings)
        new = done.checked.source
        texts = {cell.number: new.text[cell.start : cell.end] for cell in new.cells or ()}
        was_marked = any(line_of(cell.text) is not None for cell in cells if cell.number == number)
        old = {cell.number: source.text[cell.start : cell.end] for cell in source.cells or ()}
        return FixedCell(
            number,
            without_fix(as_typed(texts[number])) if was_marked else texts[number],
            tuple(_patch(old, texts)),
            _of_cell(after.result, number),
            tuple(each for each, text in texts.items() if text != old[each] and each != number),
        )


def _patch(old: Mapping[int, str], new: Mapping[int, str]) -> Iterator[str]:
    """What differs between the texts of cells, line by line below the number of each."""
    from difflib import unified_diff

    for number, text in new.items():
        lines = list(unified_diff(old[number].splitlines(), text.splitlines(), lineterm=""))[2:]
        yield from (f"In [{number}]", *lines) if lines else ()


def _source(cells: Sequence[LiveCell]) -> Source:
    """The cells as the notebook that has each of them at the place of its number."""
    texts = {cell.number: without_mark(cell.text) for cell in cells}
    last = max(texts, default=0)
    stored = [
        {"cell_type": "code", "source": texts[number]} if number in texts else {"cell_type": "raw", "source": ""}
        for number in range(1, last + 1)
    ]
    return read_notebook(PATH, json.dumps({"cells": stored}).encode())


def _of_cell(result: Result, number: int) -> Result:
    place = next(cell for cell in result.checked.source.cells or () if cell.number == number)
    found = tuple(one for one in result.findings if place.start <= one.span.start <= place.end)
    return replace(result, findings=found)
