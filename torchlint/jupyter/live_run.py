"""Cells that are run observed in the kernel that this is loaded into, and the verdicts on their findings."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from torchlint.jupyter.cell_check import PATH
from torchlint.result import Result
from torchlint.runner.found_by_run import found_in_cells, run_rules_on
from torchlint.runner.session import Session as LintSession
from torchlint.verify.plan import Plan, absolute, plan_of
from torchlint.verify.records import read_processes
from torchlint.verify.session import Session, evidence_on, runtime_in
from torchlint.verify.verification import with_verdicts


class LiveRun:
    """Observes cells, and judges their findings. There is one in a process: what observes is there until it ends."""

    def __init__(self, session: LintSession) -> None:
        self._folder = TemporaryDirectory(prefix="torchlint-", ignore_cleanup_errors=True)
        self._runtime = _runtime(Path(self._folder.name))
        monitors = sorted({rule.monitor for rule in run_rules_on(session, PATH)})
        # False where the kernel is observed from outside.
        self.can_look = bool(self._runtime.begin(self._folder.name, monitors))
        self._session = session
        self._next = 0  # the number of the next site or capture
        self._cells: list[tuple[Result, Plan]] = []

    def watch(self, result: Result, session: LintSession) -> None:
        """Look at what the findings of the last cell are about, when it runs, and at what only its run shows."""
        source = result.checked.source
        last = replace(source, cells=(source.cells or ())[-1:])
        heard = [absolute(PATH)]
        plan = plan_of([(last, result.findings)], self._next, heard)
        self._session = session
        self._cells.append((result, plan))
        for file in plan.files:
            self._next += len(file.sites) + sum(len(cell.captures) for cell in file.cells or ())
        self._runtime.watch(plan.as_json()["files"], heard)

    def verdicts(self) -> list[Result]:
        """The cells that were watched, with a verdict on each of their findings, and what their run has found.

        From now on they are not watched.
        """
        self._runtime.finish()
        processes = read_processes(Path(self._folder.name))
        judged = [
            (_number(result), with_verdicts(result, plan, Session(0, evidence_on(plan, processes), ())))
            for result, plan in self._cells
        ]
        self._cells.clear()
        return found_in_cells(self._session, judged, processes)


def _number(result: Result) -> int:
    """That of the last cell."""
    return max((cell.number for cell in result.checked.source.cells or ()), default=0)


_runs: list[LiveRun] = []


def live_run(session: LintSession) -> LiveRun:
    """The one of this process."""
    if not _runs:
        _runs.append(LiveRun(session))
    return _runs[0]


def _runtime(folder: Path) -> Any:
    """What observes, as the programs of users load it: by a name of its own."""
    place = str(runtime_in(folder))
    sys.path.insert(0, place)
    try:
        return importlib.import_module("_torchlint.live")
    finally:
        sys.path.remove(place)
