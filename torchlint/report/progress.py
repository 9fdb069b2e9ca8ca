"""Progress of a long run, shown at a terminal."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

Item = TypeVar("Item")

PATIENCE = 1.0  # seconds before the first word


def with_progress(files: Iterable[Item], total: int, stream: TextIO, *, wanted: bool) -> Iterator[Item]:
    """Pass the items on; if that takes long and the stream is a terminal, show how many there were so far.

    Some build servers have a terminal, and keep each state of a line: they set `CI`.
    """
    if not wanted or not stream.isatty() or os.environ.get("CI"):
        yield from files
        return
    started = last_shown = time.monotonic()
    try:
        for number, file in enumerate(files, 1):
            now = time.monotonic()
            if now - started > PATIENCE and now - last_shown > 0.1:
                stream.write(f"\r\033[K{number} of {total} files checked")
                stream.flush()
                last_shown = now
            yield file
    finally:
        if last_shown != started:
            stream.write("\r\033[K")
            stream.flush()
