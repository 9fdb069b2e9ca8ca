"""`python -m benchmarks.fixes --corpus DIR --patch FILE`: all fixes on code of other people, and what became of it.

Each folder in DIR is a project. In a copy of it every fix of every rule is applied, unsafe ones too: what compiled must
still compile, and a second run must change nothing. FILE gets all hunks, for a person to read. The exit status is 1
where a file is broken or changes again, or torchlint failed.
"""

from __future__ import annotations

import argparse
import difflib
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from benchmarks.process import environment

_FIX = "--isolated --no-cache --select=ALL --fix --unsafe-fixes --fix-only --quiet"
_SUFFIXES = (".py", ".ipynb")


@dataclass(slots=True)
class Fixed:
    """What became of one project: how many files it has, the hunks of those that changed, and what went wrong."""

    name: str
    files: int
    hunks: dict[str, list[str]] = field(default_factory=dict)  # by file: the lines of its patch
    flaws: list[str] = field(default_factory=list)

    @property
    def number_of_hunks(self) -> int:
        """How many stretches of lines have changed."""
        return sum(line.startswith("@@") for lines in self.hunks.values() for line in lines)


def fixed(project: Path) -> Fixed:
    """Fix a copy of a project twice."""
    with TemporaryDirectory() as place:
        folder = Path(place, project.name)
        copytree(project, folder, symlinks=True)
        before = _contents(folder)
        failures = list(_run(folder))
        once = _contents(folder)
        failures += _run(folder)
        twice = _contents(folder)
    found = compared(project.name, before, once, twice)
    found.flaws += failures
    return found


def compared(project: str, before: dict[str, bytes], once: dict[str, bytes], twice: dict[str, bytes]) -> Fixed:
    """What became of a project's files, as they were before, after one run, and after another."""
    found = Fixed(project, len(before))
    for name, old in before.items():
        if once[name] != old:
            found.hunks[name] = list(_patch(f"{project}/{name}", old, once[name]))
        if name.endswith(".py") and _compiles(old) and not _compiles(once[name]):
            found.flaws.append(f"{name} no longer compiles")
        if twice[name] != once[name]:
            found.flaws.append(f"{name} changes again in a second run")
    return found


def _contents(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES and path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def _run(folder: Path) -> Iterator[str]:
    """Fix everything, and say what torchlint itself has done wrong."""
    command = [sys.executable, "-m", "torchlint", *_FIX.split(), "."]
    extra = {"PYTHONPATH": str(Path(__file__).parent.parent)}
    done = subprocess.run(
        command, cwd=folder, check=False, capture_output=True, text=True, errors="replace", env=environment() | extra
    )
    if done.returncode not in (0, 1):
        yield f"status {done.returncode}: {done.stderr.strip()[-500:]}"


def _compiles(code: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Python says of old escapes
        try:
            compile(code, "<code>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


def _patch(name: str, old: bytes, new: bytes) -> Iterator[str]:
    before, after = (code.decode("utf-8", "replace").splitlines() for code in (old, new))
    return difflib.unified_diff(before, after, name, name, lineterm="")


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fixes", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder of projects, each a folder")
    parser.add_argument("--patch", type=Path, required=True, metavar="FILE", help="where to write all hunks")
    wanted = parser.parse_args()
    projects = sorted(path for path in wanted.corpus.iterdir() if path.is_dir())
    flaws: list[str] = []
    print("| project | files | changed | hunks | flaws |\n|---|---|---|---|---|")
    with wanted.patch.open("w", encoding="utf-8") as patch:
        for project in projects:
            one = fixed(project)
            patch.writelines(f"{line}\n" for lines in one.hunks.values() for line in lines)
            print(
                f"| {one.name} | {one.files} | {len(one.hunks)} | {one.number_of_hunks} | {len(one.flaws)} |",
                flush=True,
            )
            flaws += (f"{one.name}: {flaw}" for flaw in one.flaws)
    print("\n".join(flaws))
    return int(bool(flaws))


if __name__ == "__main__":
    sys.exit(main())
