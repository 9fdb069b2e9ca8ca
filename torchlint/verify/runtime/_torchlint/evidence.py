"""What this process has seen, as JSON lines in a file of its own: each is whole once written, whatever comes after."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from . import plan

_file = -1
_torch: dict[str, Any] = {"torch": None, "backward_is_watched": False}


def open_file() -> None:
    """Begin this process's file with a hello."""
    global _file
    name = f"{os.getpid()}-{time.time_ns()}.jsonl"
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    try:
        _file = os.open(os.path.join(plan.evidence_folder, name), flags, 0o600)
    except OSError:
        return
    write("hello", pid=os.getpid(), python=sys.version.split()[0], **_torch)


def torch_is_here(version: str, backward_is_watched: bool) -> None:
    """Say that there are tensors from now on, here and in the processes forked from here."""
    _torch.update(torch=version, backward_is_watched=backward_is_watched)
    write("torch", **_torch)


def write(kind: str, **said: Any) -> None:
    """Add one record; a full disk or a folder that is gone costs the record, and nothing else."""
    if _file < 0:
        open_file()
    line = json.dumps({"kind": kind, **said})
    try:
        os.write(_file, f"\n{line}\n".encode())  # the first newline ends what a full disk may have torn
    except OSError:
        return


def leave_to_parent() -> None:
    """Forget the file of the process that this one was forked from."""
    global _file
    if _file >= 0:
        os.close(_file)
    _file = -1
