"""Programs that are run on a device, as they are and observed, and what each has said."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Any

from benchmarks.cuda.programs import Planned, planned
from torchlint.verdict import Verdict
from torchlint.verify import session
from torchlint.verify.controls import Controls
from torchlint.verify.judge import verdict
from torchlint.verify.records import Timeline
from torchlint.verify.session import Session

REPORT = Controls(timeline=True, losses=True, stacks=True)  # all that `--verify-report` records
UNREAD = Controls(timeline=True, stacks=True)  # the same, without the losses, which can only be read by waiting


class Failed(Exception):
    """A program that did not come to its end, or said nothing."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What a program has said as it is, what it has said while it was observed, and what was seen of it."""

    plain: dict[str, Any]
    observed: dict[str, Any]
    session: Session
    program: Planned

    def verdict(self, name: str) -> Verdict:
        """What the run says of an experiment."""
        return verdict(self.program.experiments[name], self.session.evidence[self.program.sites[name]])

    def facts(self, name: str) -> dict[str, Any]:
        """What the probe of an experiment has counted."""
        return self.session.evidence[self.program.sites[name]].observations[0].facts

    def visits(self, name: str) -> tuple[int, int, int]:
        """How often the place of an experiment was reached, how often nothing could be looked at, and the errors."""
        seen = self.session.evidence[self.program.sites[name]].observations[0]
        return seen.visits, seen.skipped, seen.errors

    def timeline(self) -> Timeline:
        """Where the time of the one process went. Raises Failed where nobody has told."""
        found = [process.timeline for process in self.session.processes if process.timeline]
        if len(found) != 1:
            raise Failed(f"{len(found)} timelines")
        return found[0]


class Runs:
    """Runs the programs on one device; a pair is run once."""

    def __init__(self, device: str, size: int = 4096) -> None:
        self.device, self.size = device, size  # how wide the matrices are that keep a GPU at work
        self._pairs: dict[tuple[str, Controls], Pair] = {}

    def pair(self, name: str, controls: Controls = REPORT) -> Pair:
        """A program as it is, and observed. Raises Failed."""
        found = self._pairs.get((name, controls))
        if found is None:
            observed, ran = self.observed(name, controls)
            found = self._pairs[name, controls] = Pair(self.plain(name), observed, ran, planned(name))
        return found

    def plain(self, name: str, *words: str) -> dict[str, Any]:
        """What a program says as it is. Raises Failed."""
        ran = subprocess.run(self._command(planned(name), words), capture_output=True, check=False)
        return _said(name, ran.returncode, ran.stdout, ran.stderr.decode("utf-8", "replace"))

    def observed(self, name: str, controls: Controls, *words: str) -> tuple[dict[str, Any], Session]:
        """What a program says while it is observed, and what was seen of it. Raises Failed."""
        program = planned(name)
        with TemporaryFile() as output:
            ran = session.run(self._command(program, words), program.plan, controls=controls, stdout=output.fileno())
            output.seek(0)
            return _said(f"{name}, observed", ran.status, output.read(), "\n".join(ran.notes)), ran

    def _command(self, program: Planned, words: tuple[str, ...]) -> list[str]:
        return [sys.executable, str(program.path), self.device, str(self.size), *words]


def _said(name: str, status: int, printed: bytes, why: str) -> dict[str, Any]:
    if status:
        raise Failed(f"{name}: exit status {status}: {' / '.join(why.strip().splitlines()[-3:])}")
    try:
        said = json.loads(printed)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        raise Failed(f"{name}: it has said nothing that can be read")
    return said
