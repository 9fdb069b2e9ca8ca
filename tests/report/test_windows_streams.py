"""What is written on Windows: the platform is faked, and with it the console."""

from __future__ import annotations

import ctypes
import errno
import io
import os
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from torchlint.report import streams


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows, as far as streams ask: a pipe has the encoding of the system's language, and CRLF."""
    monkeypatch.setattr(streams, "os", SimpleNamespace(name="nt", environ={}))


class Console(io.TextIOWrapper):
    """What is written to is a console."""

    def isatty(self) -> bool:
        return True


def stream_of(kind: type[io.TextIOWrapper] = io.TextIOWrapper) -> io.TextIOWrapper:
    return kind(io.BytesIO(), encoding="cp1252", newline="\r\n")


def written(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue()


@pytest.mark.usefixtures("windows")
def test_a_pipe_gets_what_it_gets_elsewhere() -> None:
    stream = stream_of()
    streams.never_fail(stream)
    stream.write("é → \udcff\n")
    assert written(stream) == "é → ".encode() + b"\xff\n"


def test_who_has_chosen_an_encoding_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "os", SimpleNamespace(name="nt", environ={"PYTHONIOENCODING": "cp1252"}))
    stream = stream_of()
    streams.never_fail(stream)
    stream.write("é →\n")
    assert written(stream) == b"\xe9 \\u2192\n"


@pytest.mark.usefixtures("windows")
def test_a_console_keeps_its_encoding() -> None:
    stream = stream_of(Console)
    streams.never_fail(stream)
    assert stream.encoding == "cp1252"


@pytest.mark.usefixtures("windows")
def test_a_reader_that_goes_away_is_an_invalid_argument() -> None:
    assert streams.is_nobody_listening(OSError(errno.EINVAL, "Invalid argument"))
    assert not streams.is_nobody_listening(OSError(errno.EINVAL, "Invalid argument", "a.py"))
    assert not streams.is_nobody_listening(OSError(errno.ENOSPC, "No space left on device"))


def test_elsewhere_an_invalid_argument_is_an_error() -> None:
    assert os.name != "nt"
    assert not streams.is_nobody_listening(OSError(errno.EINVAL, "Invalid argument"))


@pytest.mark.parametrize(("is_console", "obeys", "expected"), [(1, 1, True), (1, 0, False), (0, 0, True)])
def test_a_console_is_asked_to_obey_escape_sequences(
    is_console: int, obeys: int, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def get_mode(handle: Any, mode: Any) -> int:
        assert handle.value == 70
        mode._obj.value = 3
        return is_console

    def set_mode(handle: Any, mode: int) -> int:
        asked.append(mode)
        return obeys

    console = SimpleNamespace(GetConsoleMode=get_mode, SetConsoleMode=set_mode)
    monkeypatch.setattr(ctypes, "WinDLL", lambda name: console, raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: number * 10))
    monkeypatch.setattr(sys, "platform", "win32")
    stream: Any = SimpleNamespace(fileno=lambda: 7)
    assert streams.obeys_escapes(stream) == expected
    assert asked == ([7] if is_console else [])
