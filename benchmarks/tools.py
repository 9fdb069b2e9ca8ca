"""What is run side by side: a command, and torchlint in the ways in which people run it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

TORCHLINT = (sys.executable, "-m", "torchlint")
COLD, WARM = "torchlint, cold", "torchlint, warm"


def _nothing() -> None:
    """What most tools need done before they run."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A command that is run in a folder, many times."""

    name: str
    command: tuple[str, ...]
    folder: Path
    against: str = COLD  # the name of the tool with which it is compared
    cores: int = 1
    is_warm: bool = False  # whether a run that is not counted fills its cache first
    before: Callable[[], None] = _nothing  # what is done before each run, and not counted

    @property
    def is_ours(self) -> bool:
        """Whether it is torchlint."""
        return self.command[: len(TORCHLINT)] == TORCHLINT


def cold(*words: str) -> tuple[str, ...]:
    """The command of torchlint that reads every file anew."""
    return (*TORCHLINT, "--isolated", "--no-cache", *words)


def warm(cache: Path, *words: str) -> tuple[str, ...]:
    """The command of torchlint that knows what it has seen before, and keeps it in a folder."""
    return (*TORCHLINT, "--isolated", "--cache-dir", str(cache), *words)


def ours(folder: Path, caches: Path, cores: int) -> list[Tool]:
    """The ways of torchlint: cold and warm, with one job, and with two where there are two cores."""
    found = []
    for jobs in range(1, min(cores, 2) + 1):
        words, more = ("-j", str(jobs), "."), ", two jobs" if jobs == 2 else ""
        cache = caches / f"torchlint-{jobs}"
        found += [
            Tool(COLD + more, cold(*words), folder, cores=jobs),
            Tool(WARM + more, warm(cache, *words), folder, WARM, cores=jobs, is_warm=True),
        ]
    return found
