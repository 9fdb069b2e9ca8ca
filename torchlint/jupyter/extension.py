"""The extension of IPython: `%%torchlint` is run as an ordinary cell, with a look at it before and after."""

from __future__ import annotations

from typing import Any

from torchlint.api.explaining import explain
from torchlint.jupyter.cell_check import CellChecker
from torchlint.jupyter.history import History, LiveCell
from torchlint.jupyter.live_run import LiveRun, live_run
from torchlint.jupyter.output import Output
from torchlint.jupyter.request import Request, line_of, parsed, without_mark
from torchlint.settings.keys import ConfigError
from torchlint.verify.verify_run import counted


class Extension:
    """The magics of one shell."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._history, self._output = History(shell), Output(shell)
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
        """%torchlint checks the live cells: all that ran, in this order, each as it was when it ran last.

        `%torchlint --fix` puts the fixed code of the last one that has fixes into a new cell, `--fix N` that of
        `In [N]`. With `--verify N` the next N cells are run observed; `--verify 0` ends that earlier. `%%torchlint`
        above a cell checks it, `%%torchlint --fix` fixes it, and `%%torchlint --verify` observes it.
        `%torchlint --explain RULE` shows the page of a rule, or the rules for a symptom such as "loss is NaN".
        """
        request = self._asked(line)
        if request is None:
            return
        self._request = request
        try:
            if request.explain:
                self._output.page(explain(request.explain).page)
            elif request.fix:
                self._fix_earlier(request)
            elif not request.verify:
                self._write_all()
            elif request.cells:
                self._left = request.cells
            elif self._left:
                self._left, self._cell = 0, None
                self._tell()
        except ConfigError as problem:
            self._output.say(str(problem))

    def before(self, info: Any) -> None:
        """Check a cell that is about to run, and observe it if that was asked for."""
        self._history.note(info)
        line = line_of(info.raw_cell)
        if line is not None:
            request = self._asked(line)
            if request is None:
                return
            if request.explain:
                self._output.say("`%torchlint --explain` is a line of its own, with one `%`")
                return
            if request.cell is not None:
                self._output.say("`%%torchlint --fix` fixes the cell that it is in, and takes no number")
                return
            self._request = request
            if request.verify:
                self._left = max(self._left, request.cells)
        elif not self._left:
            return
        if self._left and self._cell is not None and line is None:
            return  # run by the cell that is observed already
        try:
            self._look(info.raw_cell)
        except ConfigError as problem:
            self._output.say(str(problem))

    def after(self, result: Any) -> None:
        """Tell the verdicts, after the last cell to observe."""
        if self._cell is None or result.info is None or result.info.raw_cell != self._cell:
            return
        self._cell = None
        self._left -= 1
        if self._left <= 0:
            self._tell()

    def _look(self, text: str) -> None:
        """Check a cell that is about to run, fix it, or have it observed."""
        number = self._history.next
        before = [cell for cell in self._history.before(number) if cell.text != text]
        cells = [*before, LiveCell(number, text)]
        if not self._left and self._request.fix:
            self._fix(cells, number, replace=True)
            return
        checker = CellChecker(verify=self._left > 0)
        result = checker.check_last(cells)
        if not self._left:
            self._output.results([result], checker.session.catalog, self._request.format)
            return
        self._run = live_run(checker.session)
        if not self._run.can_look:
            self._left = 0
            self._output.say(
                "this kernel already runs under `torchlint --verify`, which reports the verdicts when it ends"
            )
            return
        self._cell = text
        self._run.watch(result, checker.session)

    def _write_all(self) -> None:
        checker = CellChecker()
        result = checker.check(self._earlier())
        self._output.results([result], checker.session.catalog, self._request.format)

    def _fix_earlier(self, request: Request) -> None:
        """Fix a cell that ran before the one that asks for it."""
        cells = self._earlier()
        fixable = CellChecker().fixable(cells, unsafe=request.unsafe)
        number = request.cell if request.cell is not None else max(fixable, default=None)
        if number is None:
            self._output.say("there is nothing to fix")
        elif number not in (cell.number for cell in cells):
            self._output.say(f"there is no live cell {number}: it did not run, or ran again under a later number")
        else:
            self._fix(cells, number, replace=False)
            if more := [each for each in fixable if each != number]:
                names = ", ".join(f"`%torchlint --fix {each}`" for each in more)
                self._output.say(f"other cells have fixes as well: {names}")

    def _fix(self, cells: list[LiveCell], number: int, *, replace: bool) -> None:
        """Show the fixes of a cell, and hand its new text to the front end."""
        checker = CellChecker(unsafe=self._request.unsafe)
        fixed = checker.fix(cells, number)
        if fixed.patch:
            self._output.patch(fixed, self._request.format)
            self._shell.set_next_input(fixed.text, replace=replace)
            where = (
                "this cell has the fixed code now"
                if replace
                else f"the fixed code of In [{number}] is in the next cell"
            )
            self._output.say(f"{where}; run it to use it")
        if fixed.others:
            self._output.say(
                f"the fix changes {', '.join(f'In [{each}]' for each in fixed.others)} too, as shown above"
            )
        if fixed.result.findings or not fixed.patch:
            self._output.results([fixed.result], checker.session.catalog, self._request.format)

    def _earlier(self) -> list[LiveCell]:
        """The live cells before the one that is running."""
        return self._history.before(self._history.next - 1)

    def _asked(self, line: str) -> Request | None:
        try:
            request = parsed(line)
        except ValueError as problem:
            self._output.say(str(problem))
            return None
        return request

    def _tell(self) -> None:
        if self._run is None:
            return
        results = self._run.verdicts()
        self._output.results(results, CellChecker().session.catalog, self._request.format)
        outcomes = [judgement.verdict.outcome for result in results for judgement in result.verdicts.values()]
        if outcomes:
            self._output.say(f"{counted(outcomes)}.")


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
