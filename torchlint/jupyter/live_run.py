"""Cells that are run observed in the kernel that this is loaded into, and the verdicts on their findings."""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from torchlint.result import Result
from torchlint.verify.plan import Plan, plan_of
from torchlint.verify.records import read_processes
from torchlint.verify.session import Session, evidence_on, runtime_in
from torchlint.verify.verification import with_verdicts


class LiveRun:
    """Observes cells, and judges their findings."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="torchlint-", ignore_cleanup_errors=True)
        self._runtime = _runtime(Path(self._folder.name))
        self.can_look = bool(self._runtime.begin(self._folder.name))  # else the kernel is observed from outside
        self._next = 0  # the number of the next site or capture
        self._cells: list[tuple[Result, Plan]] = []

    def watch(self, result: Result) -> None:
        """Look at what the findings of a cell are about, when it runs."""
        plan = plan_of([(result.checked.source, result.findings)], self._next)
        self._cells.append((result, plan))
        for file in plan.files:
            self._next += len(file.sites) + sum(len(cell.captures) for cell in file.cells or ())
        self._runtime.watch(plan.as_json()["files"])

    def verdicts(self) -> list[Result]:
        """The cells that were watched with a verdict on each of their findings; from now on they are not."""
        self._runtime.finish()
        processes = read_processes(Path(self._folder.name))
        judged = [
            with_verdicts(result, plan, Session(0, evidence_on(plan, processes), ())) for result, plan in self._cells
        ]
        self._cells.clear()
        return judged


@cache
def live_run() -> LiveRun:
    """The one of this process: what observes it is there until it ends."""
    return LiveRun()


def _runtime(folder: Path) -> Any:
    """What observes, as the programs of users load it: by a name of its own."""
    place = str(runtime_in(folder))
    sys.path.insert(0, place)
    try:
        return importlib.import_module("_torchlint.live")
    finally:
        sys.path.remove(place)
