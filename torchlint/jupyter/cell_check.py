"""Checks a cell of a live kernel: what ran before it is the program that it continues."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from torchlint.files.source import Source
from torchlint.jupyter.request import without_mark
from torchlint.notebooks.notebook import put_together
from torchlint.result import Result
from torchlint.runner.outcome import never
from torchlint.runner.session import Session
from torchlint.settings.config import Configs
from torchlint.verify.verification import can_settle

PATH = "In"  # as in `In [3]`: a finding's place reads `In:cell 3:5:1`


class CellChecker:
    """Checks cells with the settings of the working directory."""

    def __init__(self, *, verify: bool) -> None:
        self.session = Session(Configs(), shows=can_settle if verify else never)
        self.session.prepare([os.path.abspath(PATH)])

    def check(self, ran: Sequence[str], cell: str) -> Result:
        """The findings of a cell; `ran` is what ran before, in this order, and the cell's number is the next one."""
        result = self._all(ran, cell)
        (*_, last) = result.checked.source.cells or ()
        return replace(result, findings=tuple(one for one in result.findings if one.span.start >= last.start))

    def check_all(self, ran: Sequence[str]) -> Result:
        """The findings of all that ran."""
        return self._all(ran[:-1], ran[-1]) if ran else self._all((), "")

    def _all(self, ran: Sequence[str], cell: str) -> Result:
        # Of a cell that ran several times, the last time counts.
        latest = {text: number for number, text in enumerate(ran, 1)}
        codes = [(number, text) for number, text in enumerate(ran, 1) if latest[text] == number and text != cell]
        codes.append((len(ran) + 1, cell))
        text, cells = put_together((number, without_mark(code)) for number, code in codes)
        return self.session.judge(Source(PATH, text, cells=cells)).result
