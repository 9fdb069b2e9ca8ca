"""Commands of other programs, and what is wrong when one fails."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULE = "loss-accumulates-graph"  # which the examples break


class Wrong(Exception):
    """What keeps a release from being made."""


def run(*command: str, folder: Path = ROOT, status: int = 0) -> str:
    """What a command prints; nothing of this environment is passed on. Raises Wrong if it ends with another status."""
    shown = " ".join(os.path.basename(word) for word in command[:4])
    print(f"{shown} ...", flush=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True)
    said, warned = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    if done.returncode != status:
        raise Wrong(f"{shown}: exit status {done.returncode}\n{said}{warned}")
    return said


def first_that_runs(names: Iterable[str], asked: str) -> str | None:
    """The first of these programs that is installed and answers: a `docker` without its daemon, for one, does not."""
    for name in names:
        if (path := shutil.which(name)) and not subprocess.run(
            [path, asked], check=False, capture_output=True
        ).returncode:
            return path
    return None
