"""The plan of a run, as its JSON file says it: which places of which files to look at."""

from __future__ import annotations

import json
import os
from typing import Any

FilePlan = dict[str, Any]

_files: dict[str, FilePlan] = {}
_names: set[str] = set()  # of these, without their folders
_copies: dict[str, FilePlan | None] = {}
_texts: dict[str | bytes, FilePlan] = {}  # of the planned files, as they are and decoded, once somebody has asked
_lengths: set[int] | None = None  # of these
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
    _names.update(map(os.path.basename, _files))


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


def may_be_file(path: str) -> bool:
    """Whether a planned file is called like this, whatever folder it is in."""
    return os.path.basename(path) in _names


def of_text(text: str | bytes | bytearray) -> FilePlan | None:
    """The plan of the file whose whole text this is."""
    global _lengths
    if _lengths is None:
        _lengths = set()
        for planned in _files.values():
            for one in _texts_of(planned):
                _texts[one] = planned
                _lengths.add(len(one))
    return _texts.get(bytes(text) if isinstance(text, bytearray) else text) if len(text) in _lengths else None


def bytes_of(planned: FilePlan) -> bytes:
    """What is in a planned file, as it was linted."""
    return next(text for text, one in _texts.items() if one is planned and isinstance(text, bytes))


def _texts_of(planned: FilePlan) -> list[str | bytes]:
    import hashlib
    from io import BytesIO, TextIOWrapper
    from tokenize import detect_encoding

    try:
        with open(planned["path"], "rb") as file:
            data = file.read()
        if hashlib.sha256(data).hexdigest() != planned["sha256"]:
            return []  # it has changed since it was checked
        encoding, _ = detect_encoding(BytesIO(data).readline)
        return [data, TextIOWrapper(BytesIO(data), encoding).read()]
    except (OSError, SyntaxError, ValueError):
        return []  # it is gone, or not to be decoded


def module_names() -> frozenset[str]:
    """The last parts of the names under which the planned files can be imported."""
    names = set()
    for path in _files:
        folder, name = os.path.split(path)
        stem = os.path.splitext(name)[0]
        names.add(os.path.basename(folder) if stem == "__init__" else stem)
        names.add(stem)  # `-m package` asks for package.__main__
    return frozenset(names)
