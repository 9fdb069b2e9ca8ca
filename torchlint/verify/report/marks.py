"""Which finding the line of a frame has."""

from __future__ import annotations

import os
from collections.abc import Sequence
from filecmp import cmp

from torchlint.verify.report.findings import Entry
from torchlint.verify.report.frames import Frame


class Marks:
    """The findings of each file by line; of several on one line, the one that asks for the most."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._files: dict[str, dict[int, Entry]] = {}
        for entry in entries:
            lines = self._files.setdefault(os.path.realpath(entry.finding.path), {})
            for row in entry.rows if entry.page.cell is None else ():
                lines.setdefault(row, entry)
        self._originals: dict[str, str | None] = {}

    def of(self, frame: Frame) -> Entry | None:
        """The finding on the line that was running."""
        if frame.file not in self._originals:
            self._originals[frame.file] = self._original(frame.file)
        original = self._originals[frame.file]
        return self._files[original].get(frame.line) if original else None

    def _original(self, path: str) -> str | None:
        """The linted file that a path leads to, or that it is an installed copy of."""
        named = [file for file in self._files if os.path.basename(file) == os.path.basename(path)]
        if not named:
            return None
        real = os.path.realpath(path)
        return real if real in named else next((file for file in named if _are_equal(file, real)), None)


def _are_equal(one: str, other: str) -> bool:
    try:
        return cmp(one, other, shallow=False)
    except OSError:
        return False  # it is not there any more, or was never a file
