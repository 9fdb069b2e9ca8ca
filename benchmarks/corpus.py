"""The files that are measured: a copy, so that neither settings nor leftovers beside the original count."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import warnings
from dataclasses import dataclass
from pathlib import Path

from benchmarks.tools import TORCHLINT


@dataclass(frozen=True, slots=True)
class Corpus:
    """A folder of Python files, how many they are, and how long."""

    folder: Path
    files: int
    lines: int
    megabytes: float
    unread: int  # how many files of the original are not in it, since Python refuses them

    def setting(self, name: str) -> str:
        """What was measured, and on what."""
        unread = f" ({self.unread} that Python does not read left out)" if self.unread else ""
        size = f"{self.files} files{unread}, {self.lines:,} lines, {self.megabytes:.2f} MB"
        return f"`{name}`: {size}; {machine()}."


def machine() -> str:
    """On what is measured."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.system()} {platform.machine()}"


def copy(original: Path, folder: Path) -> Corpus:
    """A copy of the Python files that torchlint would check below `original`; each tool is given exactly these.

    A file that Python can't read is left out: some tools stop there, some go on, and some call it a failure.
    """
    files = lines = size = unread = 0
    for name in _listed(original):
        relative = os.path.relpath(original / name, original)
        if not relative.endswith(".py"):
            continue  # not every tool reads .pyw
        text = (original / relative).read_bytes()
        if not _is_read(text):
            unread += 1
            continue
        (folder / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original / relative, folder / relative)
        files, lines, size = files + 1, lines + text.count(b"\n"), size + len(text)
    if not files:
        raise SystemExit(f"there are no Python files in {original}")
    return Corpus(folder, files, lines, size / 1e6, unread)


def _listed(folder: Path) -> list[str]:
    command = [*TORCHLINT, "--isolated", "--show-files", "."]
    done = subprocess.run(command, cwd=folder, check=False, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"torchlint can't list the files of {folder}: {done.stderr.strip()}")
    return done.stdout.splitlines()


def _is_read(text: bytes) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Python says of old escapes
        try:
            compile(text, "<corpus>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError):
            return False
    return True
