"""The standard streams: they may be closed, and may lack characters."""

from __future__ import annotations

import codecs
import os
import sys
from io import TextIOWrapper
from typing import TextIO


def open_closed() -> None:
    """Put the null device in the place of standard streams that were closed when the program started (`>&-`).

    Otherwise the next file that is opened gets their number, and what is meant for the screen ends up in it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def never_fail(stream: TextIO) -> None:
    """Make a stream spell out what its encoding lacks, and give back the bytes of names that are not UTF-8."""
    if isinstance(stream, TextIOWrapper):
        codecs.register_error("torchlint", _replacement)
        stream.reconfigure(errors="torchlint")


def _replacement(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    char = error.object[error.start]
    if "\udc80" <= char <= "\udcff":
        return bytes([ord(char) - 0xDC00]), error.start + 1
    return char.encode("ascii", "backslashreplace").decode("ascii"), error.start + 1
