"""The files that are measured: a copy, so that neither settings nor leftovers beside the original count."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Corpus:
    """A folder of Python files, how many they are, and how long."""

    folder: Path
    files: int
    lines: int
    megabytes: float


def copy(original: Path, folder: Path, torchlint: Sequence[str]) -> Corpus:
    """A copy of the Python files that torchlint would check below `original`; each tool is given exactly these."""
    command = [*torchlint, "--isolated", "--show-files", "."]
    done = subprocess.run(command, cwd=original, check=False, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"torchlint can't list the files of {original}: {done.stderr.strip()}")
    shown = done.stdout
    files = lines = size = 0
    for name in shown.splitlines():
        relative = os.path.relpath(original / name, original)
        if not relative.endswith(".py"):
            continue  # not every tool reads .pyw
        (folder / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(original / relative, folder / relative)
        text = (folder / relative).read_bytes()
        files, lines, size = files + 1, lines + text.count(b"\n"), size + len(text)
    return Corpus(folder, files, lines, size / 1e6)
