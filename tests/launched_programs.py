"""Programs that are run one after the other by a process that has imported torch before, and what each leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.observed_runs import Ran

LAUNCHER = Path(__file__).parent / "scenario_launcher.py"
PARTS = (("status", int), ("out", str), ("err", str))


def stem(path: Path) -> str:
    """What a program is called, where no two files have the same name."""
    return path.stem


def launched(
    folder: Path,
    paths: Sequence[Path],
    commands: Mapping[str, str] | None = None,
    name_of: Callable[[Path], str] = stem,
) -> list[str]:
    """The command that runs all programs and leaves what each writes in a folder.

    `commands` has those, by the names of programs, that need a process of their own from the start.
    """
    words = {path: (commands or {}).get(name_of(path), "{path}") for path in paths}
    jobs = [f"{name_of(path)}={command.format(python=sys.executable, path=path)}" for path, command in words.items()]
    return [sys.executable, str(LAUNCHER), str(folder), *jobs]


def left_in(folder: Path, paths: Sequence[Path], name_of: Callable[[Path], str] = stem) -> dict[str, Ran]:
    """What each program has left in the folder, by its name."""
    return {
        name: Ran(*(convert((folder / f"{name}.{kind}").read_text()) for kind, convert in PARTS))  # type: ignore[arg-type]
        for name in map(name_of, paths)
    }
