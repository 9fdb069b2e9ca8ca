"""Programs of users of frameworks, as they are and with --verify: nothing may differ, and each verdict is as marked.

Each is run twice in a fresh folder of the same name. Compared are the status, both streams, and all files, the weights
among them. What a program needs and is not installed is said, and the program left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.marked_programs import MarkedProgram, Verdicts, programs
from benchmarks.process import environment

_LIMIT = 300  # seconds that one run may take
_HEAD = "| program | same | verdicts expected | as expected | what differs |\n|---|---|---|---|---|"


@dataclass(frozen=True, slots=True)
class Left:
    """What a run leaves behind."""

    status: int
    stdout: str
    stderr: str
    files: dict[str, str]  # by path, the SHA-256 of the content

    def differences(self, other: Left) -> Iterator[str]:
        """What is another in another run."""
        for name in ("status", "stdout", "stderr"):
            if getattr(self, name) != getattr(other, name):
                yield f"{name}: {getattr(self, name)!r}, observed {getattr(other, name)!r}"
        for path in sorted({*self.files, *other.files}):
            if self.files.get(path) != other.files.get(path):
                yield f"file {path}"


@dataclass(frozen=True, slots=True)
class Compared:
    """A program's two runs."""

    program: MarkedProgram
    differences: tuple[str, ...]
    got: Verdicts

    @property
    def wrong(self) -> tuple[str, ...]:
        """The verdicts that were not given, and those that nobody expected."""
        lacking, further = self.program.expected - self.got, self.got - self.program.expected
        return (
            *(f"line {row}: no {outcome} by {rule}" for row, rule, outcome in sorted(lacking)),
            *(f"line {row}: {outcome} by {rule}, unexpected" for row, rule, outcome in sorted(further)),
        )

    @property
    def row(self) -> str:
        right, expected = self.program.expected & self.got, self.program.expected
        said = "; ".join((*self.differences, *self.wrong)).replace("|", "\\|").replace("\n", " ")
        same = "no" if self.differences else "yes"
        return f"| {self.program.name} | {same} | {expected.total()} | {right.total()} | {said} |"


def missing(program: MarkedProgram, python: str) -> str:
    """What a program needs and this Python does not have."""
    tries = "; ".join(f"importlib.import_module({name!r})" for name in program.needs if name.isidentifier())
    lacking = ["a C++ compiler"] if "a C++ compiler" in program.needs and not shutil.which("c++") else []
    ran = subprocess.run(
        [python, "-c", f"import importlib, torch; {tries}"], capture_output=True, text=True, check=False
    )
    return ", ".join(lacking) if not ran.returncode else ran.stderr.strip().splitlines()[-1]


def compared(program: MarkedProgram, python: str, folder: Path) -> Compared:
    """Run a program plainly, then observed, each time in the same empty folder."""
    work, said = folder / "work", folder / "said"
    report = folder / "verdicts.json"
    path = work / program.path.name
    # The shell gives the program streams of its own, apart from torchlint's.
    command = ["sh", "-c", 'exec "$@" >"$0.out" 2>"$0.err"', str(said), *program.command(python, path)]
    torchlint = [sys.executable, "-m", "torchlint", "--isolated", "--no-cache", "--select", "ALL", "--suspected"]
    status = run(command, program, work).returncode
    plain = left(status, said, work)
    its = run([*torchlint, "--verify", "--verify-json", str(report), str(path), "--", *command], program, work)
    if not report.is_file():
        raise ChildProcessError(f"{program.name}: {its.stderr}")
    run_of_it = json.loads(report.read_text(encoding="utf-8"))
    observed = left(run_of_it["status"], said, work)
    got = Counter(
        (one["location"]["row"], one["rule"], one["evidence"]["status"])
        for one in run_of_it["findings"]
        if one["evidence"]
    )
    return Compared(program, tuple(plain.differences(observed)), got)


def run(command: Sequence[str], program: MarkedProgram, work: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder that has nothing but the program."""
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    shutil.copy(program.path, work)
    variables = {**environment(), "OMP_NUM_THREADS": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    return subprocess.run(
        command,
        cwd=work,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_LIMIT,
        check=False,
    )


def left(status: int, said: Path, work: Path) -> Left:
    """What a run has left behind."""
    out, err = (Path(f"{said}.{name}").read_text(encoding="utf-8") for name in ("out", "err"))
    return Left(status, out, err, hashes(work))


def hashes(folder: Path) -> dict[str, str]:
    """What stands in the files of a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(found)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them, print the table, and tell whether all is as it has to be."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.frameworks", description=__doc__)
    options.add_argument("names", nargs="*", metavar="NAME", help="programs to run (default: all)")
    options.add_argument("--python", default=sys.executable, help="the interpreter that has the frameworks")
    options.add_argument("--output", type=Path, metavar="FILE.md", help="write the table to this file too")
    chosen = options.parse_args(arguments)
    rows, is_right = [_HEAD], True
    for program in programs():
        if chosen.names and program.name not in chosen.names:
            continue
        lacking = missing(program, chosen.python)
        if lacking:
            rows.append(f"| {program.name} | not run |  |  | {lacking} |")
        else:
            with tempfile.TemporaryDirectory() as folder:
                result = compared(program, chosen.python, Path(os.path.realpath(folder)))
            is_right = is_right and not result.differences and not result.wrong
            rows.append(result.row)
        print(rows[-1], file=sys.stderr, flush=True)
    print("\n".join(rows))
    if chosen.output is not None:
        chosen.output.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
