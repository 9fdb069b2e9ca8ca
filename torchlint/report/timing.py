"""The table of --timing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TextIO


def write_times(seconds: Mapping[str, float], stream: TextIO) -> None:
    """Write the time of each rule over all files and processes, the slowest first, and its share of the whole."""
    whole = sum(seconds.values())
    for name, time in sorted(seconds.items(), key=lambda item: (-item[1], item[0])):
        stream.write(f"{time * 1000:>10.1f} ms {time / whole:>6.1%}  {name}\n")
