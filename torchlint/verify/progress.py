"""Progress of an observed run, shown at a terminal."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from torchlint.verify.records import read_processes

INTERVAL = 10.0  # seconds, at least, between two lines


class Progress:
    """Reports the number of reached places when it changes, on lines of its own between those of the command."""

    def __init__(self, stream: TextIO, say: Callable[[str], None], places: int) -> None:
        self._stream, self._say, self._places = stream, say, places
        self._started = self._last = time.monotonic()
        self._shown = 0

    def __call__(self, folder: Path) -> None:
        """Read the evidence now and then; a terminal that has disappeared must not end the user's run."""
        now = time.monotonic()
        if now - self._last < INTERVAL:
            return
        self._last = now
        reached = len({site for process in read_processes(folder) for site in process.seen})
        if reached == self._shown:
            return
        self._shown = reached
        try:
            self._begin_line()
            self._say(f"{reached} of {self._places} places reached after {now - self._started:.0f} s")
            self._stream.flush()
        except (OSError, ValueError):
            self._shown = self._places

    def _begin_line(self) -> None:
        """Leave what the command may have written on this line: behind it, a row of blanks ends on the next one."""
        columns = os.get_terminal_size(self._stream.fileno()).columns or 80  # some terminals do not know
        self._stream.write(" " * columns + "\r")
