"""The plan of a run, as its JSON file says it: which places of which files to look at."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

# What a system has for programs that use an accelerator: NVIDIA's and AMD's, also in Jetson and WSL.
DEVICES = ("/dev/nvidiactl", "/dev/nvmap", "/dev/kfd", "/dev/dxg", "/dev/accel", "/dev/davinci_manager")

FilePlan = dict[str, Any]
CellPlan = dict[str, Any]

_files: dict[str, FilePlan] = {}
_names: set[str] = set()  # of these, without their folders
notebooks: list[FilePlan] = []
_copies: dict[str, FilePlan | None] = {}
evidence_folder = ""
limit_batches: int | None = None  # of each pass over a DataLoader
max_steps: int | None = None  # of this process's optimizers
timeline = False  # whether to record where the time of steps goes
stacks = False  # whether to record which code runs
monitors: tuple[str, ...] = ()  # what hears of every training, by name
checked: frozenset[str] = frozenset()  # the paths of the files that were checked; empty without monitors
waits = False  # whether files that were checked tell where the host waits for a device
memory_snapshot: str | None = None  # the file for a snapshot of PyTorch's allocator on CUDA
losses = False  # whether to record what the program differentiates


def read(path: str) -> None:
    """Take over the plan in a file."""
    global evidence_folder, limit_batches, max_steps, timeline, stacks, losses, monitors, checked, memory_snapshot
    global waits
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    evidence_folder = plan["evidence"]
    limit_batches, max_steps = plan.get("limit_batches"), plan.get("max_steps")
    timeline, stacks = bool(plan.get("timeline")), bool(plan.get("stacks"))
    losses = bool(plan.get("losses"))
    monitors, checked = tuple(plan.get("monitors", ())), frozenset(plan.get("checked", ()))
    notebooks.extend(each for each in plan["files"] if each.get("cells") is not None)
    _files.update((each["path"], each) for each in plan["files"] if each.get("cells") is None)
    memory_snapshot = plan.get("memory_snapshot")
    waits = "device_waits" in monitors and may_have_device()
    _names.update(map(os.path.basename, (*_files, *(checked if waits else ()))))


def may_have_device() -> bool:
    """Whether this machine may have an accelerator, which is asked without torch."""
    is_named = os.environ.get("CUDA_VISIBLE_DEVICES", "-1") not in ("", "-1")
    return is_named or os.name != "posix" or sys.platform == "darwin" or any(map(os.path.exists, DEVICES))


def of_file(path: str) -> FilePlan | None:
    """What is planned for a file, whichever way its path is written, or for the file that it is a copy of."""
    if not may_be_file(path) and not os.path.islink(path):
        return None  # each module that is imported comes here
    real = os.path.realpath(path)
    if real not in _files and real not in _copies:
        _copies[real] = _original(real)
    return _files.get(real) or _copies[real] or (_without_sites(real) if waits and real in checked else None)


def _without_sites(path: str) -> FilePlan:
    """What is planned for a file in which nothing was found: it may tell where the host waits for a device."""
    return {"path": path, "sha256": None, "captures": [], "sites": []}


def _original(path: str) -> FilePlan | None:
    """The planned file with this name and these bytes: what is installed is often a copy of what was linted."""
    named = [file for planned, file in _files.items() if os.path.basename(planned) == os.path.basename(path)]
    if not named:
        return None
    import hashlib  # OpenSSL takes its time, and most processes need none of it

    try:
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None
    return next((file for file in named if file["sha256"] == digest), None)


def may_be_file(path: str) -> bool:
    """Whether a planned file is called like this, whatever folder it is in."""
    return os.path.basename(path) in _names


def of_text(text: str | bytes | bytearray) -> FilePlan | None:
    """The plan of the file whose whole text this is."""
    for planned in _files.values():
        try:
            size = os.path.getsize(planned["path"])
        except OSError:
            continue  # it is gone
        # A text may have fewer characters than its file bytes, and none of its carriage returns.
        if len(text) == size if not isinstance(text, str) else size / 4 <= len(text) <= size:
            data = bytes_of(planned)
            if data == text or (isinstance(text, str) and _plain(data) == text.encode(errors="replace")):
                return planned
    return None


def bytes_of(planned: FilePlan) -> bytes:
    """What is in a planned file."""
    try:
        with open(planned["path"], "rb") as file:
            return file.read()
    except OSError:
        return b""


def _plain(data: bytes) -> bytes:
    """The bytes of a file as those of its text, if that is in UTF-8."""
    return data[3 if data.startswith(b"\xef\xbb\xbf") else 0 :].replace(b"\r\n", b"\n")


def module_names() -> frozenset[str]:
    """The last parts of the names under which the planned files can be imported."""
    names = set()
    for path in (*_files, *(checked if waits else ())):
        folder, name = os.path.split(path)
        stem = os.path.splitext(name)[0]
        names.add(os.path.basename(folder) if stem == "__init__" else stem)
        names.add(stem)  # `-m package` asks for package.__main__
    return frozenset(names)
