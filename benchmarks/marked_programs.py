"""Programs with the verdicts that a run has to give, written into them before they ran."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("programs") / "frameworks"
# `total += loss  # confirmed by loss-accumulates-graph`
_MARK = re.compile(r"# (confirmed|refuted|not-reached|undecided) by ([a-z-]+)")
_LINE = r"^# {}: (.*)$"

# The row of a finding, its rule, and its outcome.
Verdicts = Counter[tuple[int, str, str]]


@dataclass(frozen=True, slots=True)
class MarkedProgram:
    """A program, what has to be installed to run it, its command, and the verdicts that are expected."""

    path: Path
    needs: tuple[str, ...]
    runs: str
    expected: Verdicts

    @property
    def name(self) -> str:
        return self.path.stem

    def command(self, python: str, path: Path) -> list[str]:
        """The command that runs a copy of it with an interpreter."""
        return [word.format(python=python, path=path) for word in shlex.split(self.runs)]


def programs() -> list[MarkedProgram]:
    """All of them, by name."""
    return [read(path) for path in sorted(FOLDER.glob("*.py"))]


def read(path: Path) -> MarkedProgram:
    """What is written into a program. Raises ValueError where it does not say how it runs."""
    text = path.read_text(encoding="utf-8")
    needs, runs = (re.search(_LINE.format(name), text, re.MULTILINE) for name in ("needs", "runs"))
    if needs is None or runs is None:
        raise ValueError(f"{path.name}: no line `# needs: ...`, or none `# runs: ...`")
    marks = (
        (row, rule, outcome)
        for row, line in enumerate(text.splitlines(), start=1)
        for outcome, rule in _MARK.findall(line)
    )
    return MarkedProgram(path, tuple(needs[1].split(", ")), runs[1], Counter(marks))
