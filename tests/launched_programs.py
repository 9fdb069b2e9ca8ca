"""Programs that are run one after the other by a process that has imported torch before, and what each leaves."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.observed_runs import Ran

LAUNCHER = Path(__file__).parent / "scenario_launcher.py"
PARTS = (("status", int), ("out", str), ("err", str))


def launched(folder: Path, paths: Sequence[Path], commands: Mapping[str, str] | None = None) -> list[str]:
    """The command that runs all programs and leaves what each writes in a folder.

    `commands` has those, by the names of programs, that need a process of their own from the start.
    """
    words = {path: (commands or {}).get(path.stem, "{path}") for path in paths}
    jobs = [f"{path.stem}={command.format(python=sys.executable, path=path)}" for path, command in words.items()]
    return [sys.executable, str(LAUNCHER), str(folder), *jobs]


def left_in(folder: Path, paths: Sequence[Path]) -> dict[str, Ran]:
    """What each program has left in the folder, by its name."""
    return {
        path.stem: Ran(*(convert((folder / f"{path.stem}.{kind}").read_text()) for kind, convert in PARTS))  # type: ignore[arg-type]
        for path in paths
    }
