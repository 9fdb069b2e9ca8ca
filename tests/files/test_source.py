"""Files as bytes and as text: encodings, places, and writing back what was read."""

from __future__ import annotations

import codecs
import contextlib
import io
import itertools
import os
import stat
import tokenize
from dataclasses import replace
from encodings.aliases import aliases
from pathlib import Path

import pytest

from torchlint.files.source import Lines, Source, Unreadable, Unwritable
from torchlint.reading import read_source, write_source

BOM = codecs.BOM_UTF8


def rewrite(path: Path, text: str) -> None:
    source = read_source(str(path))
    write_source(source, replace(source, text=text))


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"", "", "utf-8"),
        (b"x = 1", "x = 1", "utf-8"),
        ("x = 'ä€😀'\n".encode(), "x = 'ä€😀'\n", "utf-8"),
        (b"# coding: latin-1\nx = '\xe4'\n", "# coding: latin-1\nx = 'ä'\n", "iso-8859-1"),
        (b"# coding: latin-1-unix\nx = '\xe4'\n", "# coding: latin-1-unix\nx = 'ä'\n", "iso-8859-1"),
        (b"# -*- coding: iso-8859-15 -*-\n'\xa4'", "# -*- coding: iso-8859-15 -*-\n'€'", "iso8859-15"),
        (b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n'\x80'", None, "cp1252"),
        (b"\n# coding: latin-1\n'\xe4'", "\n# coding: latin-1\n'ä'", "iso-8859-1"),
        (b"#\r# coding: latin-1\r'\xe4'\r", "#\r# coding: latin-1\r'ä'\r", "iso-8859-1"),
        (b"# coding: latin-1\n# coding: ascii\n'\xe4'", None, "iso-8859-1"),
        (b"\x0c# coding: latin-1\n'\xe4'", None, "iso-8859-1"),
        (b"# coding: UTF_8-unix\n", "# coding: UTF_8-unix\n", "utf-8"),
        (b"x = 1\n# coding: ascii\n# \xc3\xa4", None, "utf-8"),  # below code a cookie is a comment
        (b"#\n#\n# coding: ascii\n# \xc3\xa4", None, "utf-8"),  # in line 3 too
        (b"x = 'coding: ascii'\n# \xc3\xa4", None, "utf-8"),  # in a string too
        ("# coding: shift_jis\nx = '表'\n".encode("shift_jis"), "# coding: shift_jis\nx = '表'\n", "shift_jis"),
    ],
)
def test_text_is_decoded_as_python_would(data: bytes, text: str | None, encoding: str) -> None:
    source = read_source("a.py", data)
    assert source.encoding == encoding
    assert source.encoded() == data
    if text is not None:
        assert source.text == text
    if b"\r" not in data:  # the standard library's reader splits lines at LF only
        python, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        assert codecs.lookup(python).name == codecs.lookup(encoding).name


@pytest.mark.parametrize(
    "text", ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "a\nb\r\nc\rd", "\x0ca\n\x0c\nb", "a\u2028b\x0b\x1cc\n"]
)
@pytest.mark.parametrize("bom", [b"", BOM])
def test_newlines_and_bom_are_kept(text: str, bom: bytes) -> None:
    data = bom + text.encode()
    source = read_source("a.py", data)
    assert (source.text, source.bom) == (text, bool(bom))
    assert source.encoded() == data


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        (b"import torch\nx = '\xe4'\n", "byte 0xe4 is not valid utf-8; save the file as UTF-8 or declare", (2, 6)),
        (b"a\r\nb\rc\n\xff", "byte 0xff is not valid utf-8", (4, 1)),
        (BOM + b"# \xc3\xa4\n'\xc3\xa4\xe4'", "byte 0xe4 is not valid utf-8", (2, 3)),
        (b"# coding: ascii\n'\xc3\xa4'", "byte 0xc3 is not valid ascii", (2, 2)),
        (b"#!/bin/python\n# coding: klingon\n", "unknown encoding `klingon`", (2, 11)),
        (b"#\n# coding: rot13\nx = 1\n", "the declared encoding can't be used", (2, 3)),
        (BOM + b"# coding: latin-1\n", "it has a UTF-8 byte order mark, but declares `latin-1`", (1, 11)),
        (b"x = 1\ny = \0\n", "a NUL byte", (2, 5)),
        ("import torch".encode("utf-16"), "this is UTF-16", (1, 1)),
    ],
)
def test_unreadable_bytes(data: bytes, message: str, place: tuple[int, int]) -> None:
    with pytest.raises(Unreadable, match=message) as caught:
        read_source("a.py", data)
    assert Lines(caught.value.text).place(caught.value.offset) == place


@pytest.mark.parametrize("encoding", sorted(set(aliases.values())))
def test_no_encoding_crashes(encoding: str) -> None:
    for rest in (b"x = 1\n", b"\xff\xfe\x80", b"'\\x'\n", bytes(range(1, 256))):
        data = f"# coding: {encoding}\n".encode() + rest
        with contextlib.suppress(Unreadable, Unwritable):  # any other exception would end the run
            source = read_source("a.py", data)
            source.encoded()


def test_files_that_can_not_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unreadable, match="can't be read: No such file"):
        read_source(str(tmp_path / "missing.py"))
    with pytest.raises(Unreadable, match="can't be read: Is a directory"):
        read_source(str(tmp_path))
    with pytest.raises(Unreadable, match="can't be read: embedded null"):
        read_source("a\0.py")

    def forbid(*args: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", forbid)  # for root nothing is forbidden
    with pytest.raises(Unreadable, match="can't be read: Permission denied"):
        read_source(__file__)


@pytest.mark.parametrize(
    ("text", "newline"), [("", "\n"), ("x", "\n"), ("a\r\nb\r\nc\n", "\r\n"), ("a\rb\r", "\r"), ("a\nb\r\n", "\n")]
)
def test_newline(text: str, newline: str) -> None:
    assert Source("a.py", text).newline == newline


def test_places_of_every_offset() -> None:
    """Against a count by hand, on every text of up to six of these characters."""
    for length in range(7):
        for characters in itertools.product("a\r\n\x0c", repeat=length):
            text = "".join(characters)
            lines = Lines(text)
            row, column = 1, 1
            for offset in range(length + 1):
                assert lines.place(offset) == (row, column), (text, offset)
                assert lines.start(row) == offset - column + 1
                here = text[offset : offset + 2]
                ends_row = here.startswith("\n") or (here.startswith("\r") and here != "\r\n")
                row, column = (row + 1, 1) if ends_row else (row, column + 1)
            assert lines.rows == row


def test_lines() -> None:
    lines = Lines("one\r\n\x0ctwo\u2028x\rthree\n")
    assert [lines.line(row) for row in (1, 2, 3, 4)] == ["one", "\x0ctwo\u2028x", "three", ""]
    assert (lines.count, lines.rows) == (3, 4)
    assert (Lines("").count, Lines("x").count, Lines("\n\n").count) == (1, 1, 2)
    assert lines.start(99) == len("one\r\n\x0ctwo\u2028x\rthree\n")


@pytest.mark.parametrize(
    "data",
    [
        b"a = 1\r\nb = 2\r\n",
        BOM + b"a = 1\nb = 2\r\n",
        b"# coding: latin-1\ra = '\xe4'\r",
        b"\x0ca = 1\n",
    ],
)
def test_only_what_was_edited_changes_on_the_disk(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(data)
    source = read_source(str(path))
    write_source(source, replace(source, text=source.text.replace("a = ", "a = b = ")))
    assert path.read_bytes() == data.replace(b"a = ", b"a = b = ")


def test_mode_owner_and_link_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "real" / "a.py", tmp_path / "link.py"
    path.parent.mkdir()
    path.write_text("x = 1\n")
    path.chmod(0o751)
    link.symlink_to(path)
    before = path.stat()
    rewrite(link, "x = 2\n")
    after = path.stat()
    assert link.is_symlink()
    assert path.read_text() == "x = 2\n"
    assert stat.S_IMODE(after.st_mode) == 0o751
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


def test_owner_stays_where_that_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    given: list[tuple[int, int]] = []
    old = path.stat()

    def refuse(file: str, user: int, group: int) -> None:
        given.append((user, group))
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "geteuid", lambda: old.st_uid + 1)
    monkeypatch.setattr(os, "chown", refuse)
    rewrite(path, "x = 2\n")
    assert given == [(old.st_uid, old.st_gid)]
    assert path.read_text() == "x = 2\n"


@pytest.mark.parametrize("failing", ["os.replace", "os.chmod", "tempfile.mkstemp"])
def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    source = read_source(str(path))

    def fail(*args: object, **kwargs: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(failing, fail)
    with pytest.raises(Unwritable, match="No space left on device"):
        write_source(source, replace(source, text="x = 2\n"))
    assert path.read_text() == "x = 1\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_read_only_file_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # for root nothing is read-only
    with pytest.raises(Unwritable, match="read-only"):
        rewrite(path, "x = 2\n")
    assert path.read_text() == "x = 1\n"


def test_a_file_that_was_edited_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    source = read_source(str(path))
    path.write_text("x = 'of the user'\n")
    with pytest.raises(Unwritable, match="changed since it was read"):
        write_source(source, replace(source, text="x = 2\n"))
    path.unlink()
    with pytest.raises(Unwritable, match="No such file"):
        write_source(source, replace(source, text="x = 2\n"))


def test_a_character_that_the_encoding_lacks_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"# coding: latin-1\nx = '\xe4'\n")
    with pytest.raises(Unwritable, match="can't be written in the file's encoding, iso-8859-1"):
        rewrite(path, "# coding: latin-1\nx = '€'\n")
