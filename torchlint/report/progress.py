"""How far a long run is, for someone who is watching."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TextIO

PATIENCE = 1.0  # seconds before the first word


def with_progress(paths: Iterable[str], total: int, stream: TextIO, *, wanted: bool) -> Iterator[str]:
    """The paths, with one line about them on the stream, if that is a terminal and the run takes long."""
    if not wanted or not stream.isatty():
        yield from paths
        return
    started = told = time.monotonic()
    try:
        for number, path in enumerate(paths):
            now = time.monotonic()
            if now - started > PATIENCE and now - told > 0.1:
                stream.write(f"\r\033[K{number} of {total} files checked")
                stream.flush()
                told = now
            yield path
    finally:
        if told != started:
            stream.write("\r\033[K")
            stream.flush()
