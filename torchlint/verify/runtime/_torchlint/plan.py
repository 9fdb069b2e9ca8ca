"""The plan of a run, as its JSON file says it: which places of which files to look at."""

from __future__ import annotations

import json
import os
from typing import Any

FilePlan = dict[str, Any]

_files: dict[str, FilePlan] = {}
_copies: dict[str, FilePlan | None] = {}
evidence_folder = ""
limit_batches: int | None = None  # of each pass over a DataLoader
max_steps: int | None = None  # of this process's optimizers
timeline = False  # whether to record where the time of steps goes
stacks = False  # whether to record which code runs
losses = False  # whether to record what the program differentiates


def read(path: str) -> None:
    """Take over the plan in a file."""
    global evidence_folder, limit_batches, max_steps, timeline, stacks, losses
    with open(path, encoding="utf-8") as file:
        plan = json.load(file)
    evidence_folder = plan["evidence"]
    limit_batches, max_steps = plan.get("limit_batches"), plan.get("max_steps")
    timeline, stacks = bool(plan.get("timeline")), bool(plan.get("stacks"))
    losses = bool(plan.get("losses"))
    _files.update((each["path"], each) for each in plan["files"])


def of_file(path: str) -> FilePlan | None:
    """What is planned for a file, whichever way its path is written, or for the file that it is a copy of."""
    real = os.path.realpath(path)
    if real not in _files and real not in _copies:
        _copies[real] = _original(real)
    return _files.get(real) or _copies[real]


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


def module_names() -> frozenset[str]:
    """The last parts of the names under which the planned files can be imported."""
    names = set()
    for path in _files:
        folder, name = os.path.split(path)
        stem = os.path.splitext(name)[0]
        names.add(os.path.basename(folder) if stem == "__init__" else stem)
        names.add(stem)  # `-m package` asks for package.__main__
    return frozenset(names)
