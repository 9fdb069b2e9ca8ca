"""The processes that a command has started, and that those have started."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")


def processes_of(root: int, environment_mark: str) -> list[int]:
    """A process and all that come of it: its descendants, and those whose environment has a text.

    A process whose parent has ended is nobody's descendant any more, but keeps its environment. Where there is no
    /proc, as on macOS, only the descendants; where there is no `ps` either, only the process itself.
    """
    parents = dict(_parents())
    found = {root}
    found |= {process for process in parents if _is_marked(process, environment_mark)}
    grows = True
    while grows:
        more = {process for process, parent in parents.items() if parent in found} - found
        found |= more
        grows = bool(more)
    return sorted(found - {os.getpid()})


def end_tree(root: int) -> bool:
    """End a process with all that it has started, on Windows; False where there is no program for that."""
    command = ["taskkill", "/T", "/F", "/PID", str(root)]
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    except OSError:
        return False
    return True


def _parents() -> Iterator[tuple[int, int]]:
    """The processes of this machine, each with its parent."""
    if not _PROC.is_dir():
        yield from _listed_parents()
        return
    for folder in _PROC.glob("[0-9]*"):
        try:
            # "pid (name of the program) state parent ...", and the name may hold blanks and brackets
            fields = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        yield int(folder.name), int(fields[1])


def _listed_parents() -> Iterator[tuple[int, int]]:
    """The same, from the command that POSIX has for it."""
    try:
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=False).stdout
    except OSError:
        return
    for line in listed.splitlines():
        process, parent = line.split()
        yield int(process), int(parent)


def _is_marked(process: int, mark: str) -> bool:
    try:
        return mark.encode() in (_PROC / str(process) / "environ").read_bytes()
    except OSError:
        return False  # somebody else's, or it has ended meanwhile
