"""Where reports go: a terminal that may lack characters, or a file that is there in full or not at all."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from io import TextIOWrapper
from typing import TextIO

from torchlint.git_files import repository_around
from torchlint.regular_file import leads_out


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


def write_file(path: str, text: str) -> None:
    """Put `text` into a file, in one step; a device or a pipe is written to as it is. Raises OSError."""
    write_bytes(path, text.encode("utf-8", "surrogateescape"))


def write_bytes(path: str, data: bytes) -> None:
    """The same for bytes."""
    project = repository_around(os.path.dirname(os.path.abspath(path)))
    if project is not None and os.path.islink(path) and leads_out(path, project):
        raise OSError(errno.ELOOP, "a link that leads out of the project", path)
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as file:
            file.write(data)
        return
    folder = os.path.dirname(path)
    os.makedirs(folder, exist_ok=True)
    beside = os.path.join(folder, f".{os.path.basename(path)}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def _replacement(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    char = error.object[error.start]
    if "\udc80" <= char <= "\udcff":
        return bytes([ord(char) - 0xDC00]), error.start + 1
    return char.encode("ascii", "backslashreplace").decode("ascii"), error.start + 1
