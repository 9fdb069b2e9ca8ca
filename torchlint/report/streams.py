"""The standard streams of a run, which may be closed, or lack characters."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from dataclasses import dataclass
from io import TextIOWrapper
from typing import BinaryIO, TextIO

from torchlint.report.style import Style, printable, printable_path

_ESCAPES = 0x0004  # ENABLE_VIRTUAL_TERMINAL_PROCESSING


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams that a run reads and writes, and the style of the text streams."""

    code_in: BinaryIO
    code_out: BinaryIO
    out: TextIO
    err: TextIO
    out_style: Style
    err_style: Style

    def say(self, kind: str, message: str, *details: str) -> None:
        """Write one line of `kind` error, warning or info to standard error, and the details on lines below it."""
        self.err.write(f"{self.err_style.paint(kind, kind)}: {printable(message)}\n")
        self.err.writelines(f"  {printable_path(line)}\n" for line in details)


def terminal_width(stream: TextIO) -> int:
    """How many columns the stream's terminal has; as many as it takes where it is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return sys.maxsize


def open_closed() -> None:
    """Put the null device in the place of standard streams that were closed when the program started (`>&-`).

    Otherwise the next file that is opened gets their number, and what is meant for the screen ends up in it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def never_fail(stream: TextIO) -> None:
    """Make a stream spell out what its encoding lacks, and give back the bytes of names that are not UTF-8.

    On Windows too, lines end with LF, and a file or a pipe gets UTF-8, unless PYTHONIOENCODING says otherwise: a patch
    and a report are then the same everywhere.
    """
    if isinstance(stream, TextIOWrapper):
        codecs.register_error("torchlint", _replacement)
        if os.name == "nt" and not stream.isatty() and not os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(encoding="utf-8")
        stream.reconfigure(errors="torchlint", newline="\n")


def obeys_escapes(stream: TextIO) -> bool:
    """Whether a terminal obeys escape sequences, which the console of Windows has to be asked for."""
    if sys.platform == "win32":
        import ctypes
        import msvcrt

        console, mode = ctypes.WinDLL("kernel32"), ctypes.c_ulong()
        handle = ctypes.c_void_p(msvcrt.get_osfhandle(stream.fileno()))
        if console.GetConsoleMode(handle, ctypes.byref(mode)):  # else a terminal without a console, as Git Bash has it
            return bool(console.SetConsoleMode(handle, mode.value | _ESCAPES))
    return True


def is_nobody_listening(problem: Exception) -> bool:
    """Whether writing failed as the reader of a pipe has gone away; Windows calls that an invalid argument."""
    return os.name == "nt" and isinstance(problem, OSError) and problem.errno == errno.EINVAL and not problem.filename


def _replacement(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    char = error.object[error.start]
    if "\udc80" <= char <= "\udcff":
        return bytes([ord(char) - 0xDC00]), error.start + 1
    return char.encode("ascii", "backslashreplace").decode("ascii"), error.start + 1
