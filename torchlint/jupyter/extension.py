"""The extension of IPython: `%%torchlint` is run as an ordinary cell, with a look at it before and after."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from torchlint.jupyter.cell_check import CellChecker
from torchlint.jupyter.live_run import LiveRun, live_run
from torchlint.jupyter.request import Request, line_of, parsed, without_mark
from torchlint.report import writer
from torchlint.report.style import Style
from torchlint.result import Result
from torchlint.settings.keys import ConfigError
from torchlint.verify.verify_run import counted


class Extension:
    """The magics of one shell."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._run: LiveRun | None = None
        self._cell: str | None = None  # the cell that is looked at now
        self._left = 0  # cells to observe
        self._request = Request()

    def load(self) -> None:
        """Begin to look at cells that ask for it."""
        self._shell.input_transformers_cleanup.append(_without_mark)
        self._shell.events.register("pre_run_cell", self.before)
        self._shell.events.register("post_run_cell", self.after)
        self._shell.register_magic_function(self.line, "line", "torchlint")

    def unload(self) -> None:
        """Leave the shell as it was."""
        self._shell.input_transformers_cleanup.remove(_without_mark)
        self._shell.events.unregister("pre_run_cell", self.before)
        self._shell.events.unregister("post_run_cell", self.after)
        self._shell.magics_manager.magics["line"].pop("torchlint", None)

    def line(self, line: str) -> None:
        """%torchlint checks all cells that have run; with `--verify N` the next N cells are run observed.

        `--verify 0` ends that earlier. `%%torchlint` above a cell checks it, and `%%torchlint --verify` observes it.
        """
        request = self._asked(line)
        if request is None:
            return
        self._request = request
        if not request.verify:
            history = self._ran()
            self._write([CellChecker(verify=False).check_all(history[:-1])])
        elif request.cells:
            self._left = request.cells
        elif self._left:
            self._left, self._cell = 0, None
            self._tell()

    def before(self, info: Any) -> None:
        """Check a cell that is about to run, and observe it if that was asked for."""
        line = line_of(info.raw_cell)
        if line is not None:
            request = self._asked(line)
            if request is None:
                return
            self._request = request
            if request.verify:
                self._left = max(self._left, request.cells)
        elif not self._left:
            return
        if self._left and self._cell is not None and line is None:
            return  # run by the cell that is observed already
        try:
            result = CellChecker(verify=self._left > 0).check(self._ran(), info.raw_cell)
        except ConfigError as problem:
            self._say(str(problem))
            return
        if not self._left:
            self._write([result])
            return
        self._run = live_run()
        if not self._run.can_look:
            self._left = 0
            self._say("this kernel already runs under `torchlint --verify`, which reports the verdicts when it ends")
            return
        self._cell = info.raw_cell
        self._run.watch(result)

    def after(self, result: Any) -> None:
        """Tell the verdicts, after the last cell to observe."""
        if self._cell is None or result.info is None or result.info.raw_cell != self._cell:
            return
        self._cell = None
        self._left -= 1
        if self._left <= 0:
            self._tell()

    def _ran(self) -> list[str]:
        return list(self._shell.history_manager.input_hist_raw[1:])

    def _asked(self, line: str) -> Request | None:
        try:
            return parsed(line)
        except ValueError as problem:
            self._say(str(problem))
            return None

    def _tell(self) -> None:
        if self._run is None:
            return
        results = self._run.verdicts()
        self._write(results)
        outcomes = [judgement.verdict.outcome for result in results for judgement in result.verdicts.values()]
        if outcomes:
            self._say(f"{counted(outcomes)}.")

    def _write(self, results: Sequence[Result]) -> None:
        if not any(result.findings for result in results):
            self._say("All checks passed!")
            return
        write = writer(self._request.format)
        write(results, CellChecker(verify=False).session.catalog, sys.stdout, Style())

    def _say(self, line: str) -> None:
        sys.stdout.write(f"torchlint: {line}\n")


_loaded: dict[int, Extension] = {}  # by the identity of the shell


def load(shell: Any) -> None:
    """Load the extension into a shell."""
    if id(shell) not in _loaded:
        _loaded[id(shell)] = Extension(shell)
        _loaded[id(shell)].load()


def unload(shell: Any) -> None:
    """Take the extension out of a shell."""
    extension = _loaded.pop(id(shell), None)
    if extension is not None:
        extension.unload()


def _without_mark(lines: list[str]) -> list[str]:
    """The lines of a cell for IPython, which is given a comment in the place of `%%torchlint`."""
    return without_mark("".join(lines)).splitlines(keepends=True)
