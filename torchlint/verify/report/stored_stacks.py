"""The sampled stacks of all processes as evidence.json stores them: each frame once, imports folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from torchlint.verify.report.frames import Frame, frame_of

IMPORT = "<import>"  # what a stack ends with where what it does is to import something
_SYSTEM = "<frozen importlib"  # begins the file names of Python's import system


class StoredStacks:
    """Frames are numbered in the order in which they are first seen, over all processes."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def frames(self) -> list[str]:
        """The frames, `file:function:line` each; a stack names them by their place in this list."""
        return list(self._numbers)

    def of(self, stacks: Mapping[str, int], parts: Mapping[str, int] | None = None) -> list[dict[str, Any]]:
        """The stacks of a process, those with the most samples first; `parts` are those of them `while_waiting`."""
        counts: dict[tuple[str, ...], int] = {}
        waiting: dict[tuple[str, ...], int] = {}
        for stack, samples in stacks.items():
            frames = tuple(folded(stack.split(";")))
            counts[frames] = counts.get(frames, 0) + samples
            waiting[frames] = waiting.get(frames, 0) + (parts or {}).get(stack, 0)
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return [
            {
                "samples": samples,
                **({} if parts is None else {"while_waiting": waiting[frames]}),
                "frames": self._numbered(frames),
            }
            for frames, samples in ordered
        ]

    def _numbered(self, parts: Iterable[str]) -> list[int]:
        return [self._numbers.setdefault(part, len(self._numbers)) for part in parts]


def folded(parts: list[str]) -> list[str]:
    """A stack without what Python's import system does.

    Installed code that is being imported becomes one frame, below the line that asks for it: `import torch` alone has
    thousands of stacks that say nothing of a program. Code of the user's that an import runs stays.
    """
    frames = [frame_of(part) for part in parts]
    system = [is_import_system(frame) for frame in frames]
    if not any(system):
        return parts
    own = max((index for index, frame in enumerate(frames) if frame.is_users and not system[index]), default=-1)
    first = next((index for index, is_it in enumerate(system) if is_it and index > own), None)
    end = len(parts) if first is None else first
    kept = [part for part, is_it in zip(parts[:end], system) if not is_it]
    return kept if first is None else [*kept, IMPORT]


def is_import_system(frame: Frame) -> bool:
    """Whether a frame is one of Python's import system."""
    return frame.file.startswith(_SYSTEM)
