"""The sampled stacks in the file format of speedscope, https://www.speedscope.app/file-format-schema.json."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from torchlint.files.paths import command_line
from torchlint.verify.records import Process
from torchlint.verify.report.frames import Frame, frame_of
from torchlint.verify.report.loading_work import EVERY
from torchlint.verify.report.processes import in_order
from torchlint.verify.report.stored_stacks import IMPORT, folded
from torchlint.version import __version__

if TYPE_CHECKING:
    from torchlint.verify.verify_run import VerifyRun

SCHEMA = "https://www.speedscope.app/file-format-schema.json"


class _Frames:
    """The frames that all profiles share, numbered in the order in which they are first seen."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbered(self, parts: Iterable[str]) -> list[int]:
        return [self._numbers.setdefault(part, len(self._numbers)) for part in parts]

    def said(self) -> list[dict[str, Any]]:
        return [_said(frame_of(part)) for part in self._numbers]


def speedscope(run: VerifyRun) -> str:
    """A profile for each process from its first step on, the one that trains first, and one for what was before.

    Only how often a stack was seen is known, not when: they are in the order of their frames, for "Left Heavy".
    """
    frames = _Frames()
    profiles = [_profile(name, stacks, frames) for name, stacks in _profiles(run.session.processes)]
    said = {
        "$schema": SCHEMA,
        "name": command_line(run.command),
        "exporter": f"torchlint@{__version__}",
        "activeProfileIndex": 0 if profiles else None,
        "shared": {"frames": frames.said()},
        "profiles": profiles,
    }
    return json.dumps({key: value for key, value in said.items() if value is not None}) + "\n"


def _profiles(processes: Iterable[Process]) -> Iterator[tuple[str, Mapping[str, int]]]:
    """Names and stacks; of the workers that each pass starts anew, those with the same number are one."""
    workers: dict[tuple[int, int], Counter[str]] = {}
    for process in sorted(processes, key=in_order):
        if process.loads_for is not None:
            key = process.loads_for, process.worker or 0
            workers.setdefault(key, Counter()).update(process.stacks)
            continue
        if process.stacks:
            yield process.name, process.stacks
        if process.set_up:
            yield f"{process.name}, before its first step", process.set_up
    for (parent, number), stacks in sorted(workers.items()):
        if stacks:
            yield f"DataLoader worker {number} of process {parent}", stacks


def _profile(name: str, stacks: Mapping[str, int], frames: _Frames) -> dict[str, Any]:
    counts: Counter[tuple[str, ...]] = Counter()
    for stack, samples in stacks.items():
        counts[tuple(folded(stack.split(";")))] += samples
    ordered = sorted(counts.items())
    weights = [round(EVERY * samples, 6) for _, samples in ordered]
    return {
        "type": "sampled",
        "name": name,
        "unit": "seconds",
        "startValue": 0,
        "endValue": round(sum(weights), 6),
        "samples": [frames.numbered(parts) for parts, _ in ordered],
        "weights": weights,
    }


def _said(frame: Frame) -> dict[str, Any]:
    if frame.file in ("", IMPORT) or not frame.line:
        return {"name": frame.file or frame.function}
    return {"name": frame.function, "file": frame.file, "line": frame.line}
