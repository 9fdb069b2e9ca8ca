"""The processes that a command has started, and that those have started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

_PROC = Path("/proc")
# Launchers that end their workers by the signal that they get, and wait for them: torch.distributed.elastic does.
# `accelerate launch` runs it for several processes; for one it does not, and does not catch SIGTERM either.
_LAUNCHERS = frozenset({b"torchrun", b"torch.distributed.run", b"torch.distributed.launch", b"accelerate"})


def processes_of(root: int, environment_mark: str) -> list[int]:
    """A process and all that come of it: its descendants, and those whose environment has a text.

    A process whose parent has ended is nobody's descendant any more, but keeps its environment. Where there is no
    /proc, as on macOS, only the descendants; where there is no `ps` either, only the process itself.
    """
    parents = dict(_parents())
    marked = {process for process in parents if _is_marked(process, environment_mark)}
    return sorted(_descendants({root, *marked}, parents) - {os.getpid()})


def launched(processes: Collection[int]) -> set[int]:
    """Those of some processes that a launcher among them has started: it passes on to them what it is asked.

    None where there is no /proc.
    """
    launchers = {process for process in processes if _is_launcher(process)}
    return _descendants(launchers, dict(_parents())) - launchers if launchers else set()


def _descendants(roots: Collection[int], parents: Mapping[int, int]) -> set[int]:
    """The roots, and all processes that come of them."""
    found = set(roots)
    grows = True
    while grows:
        more = {process for process, parent in parents.items() if parent in found} - found
        found |= more
        grows = bool(more)
    return found


def _is_launcher(process: int) -> bool:
    try:
        words = (_PROC / str(process) / "cmdline").read_bytes().split(b"\0")[:3]  # python -m torch.distributed.run
        status = (_PROC / str(process) / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False  # it has ended meanwhile, or there is no /proc
    if not any(word.rpartition(b"/")[2] in _LAUNCHERS for word in words):
        return False
    caught = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


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
