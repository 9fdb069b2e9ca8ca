"""Progress of a long run, shown at a terminal."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

from torchlint.report.streams import obeys_escapes

Item = TypeVar("Item")

PATIENCE = 1.0  # seconds before the first word
_PAUSE = 0.1  # seconds between two


class Progress:
    """How many files of a run were checked, on one line that is gone at the end; nothing where nobody looks at it.

    Some build servers have a terminal, and keep each state of a line: they set `CI`.
    """

    def __init__(self, total: int, stream: TextIO, *, wanted: bool) -> None:
        self._total, self._stream = total, stream
        self._is_shown = wanted and stream.isatty() and obeys_escapes(stream) and not os.environ.get("CI")
        self._started = self._last = time.monotonic() if self._is_shown else 0.0

    def over(self, files: Iterable[Item]) -> Iterator[Item]:
        """Pass the items on, and show how many there were so far."""
        try:
            for number, file in enumerate(files, 1):
                self.at(number)
                yield file
        finally:
            if self._last != self._started:
                self._stream.write("\r\033[K")
                self._stream.flush()

    def at(self, number: int) -> None:
        """Show a number of checked files, if the run is long and the last number was not shown just now."""
        if not self._is_shown:
            return
        now = time.monotonic()
        if now - self._started > PATIENCE and now - self._last > _PAUSE:
            self._stream.write(f"\r\033[K{number} of {self._total} files checked")
            self._stream.flush()
            self._last = now
