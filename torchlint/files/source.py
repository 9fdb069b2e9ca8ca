"""A file's bytes and its text: decoding, places in it, and putting new bytes in its place."""

from __future__ import annotations

import codecs
import os
import re
import stat
from bisect import bisect_right
from dataclasses import dataclass
from io import StringIO
from itertools import accumulate

from torchlint.files.regular_file import read_regular

# PEP 263: a comment in line 1, or in line 2 below a blank line or another comment.
_COOKIE = re.compile(
    rb"(?P<above>[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))??"
    rb"[ \t\f]*#[^\r\n]*?coding[:=][ \t]*(?P<name>[-\w.]+)"
)
_NEWLINE = re.compile(r"\r\n?|\n")


NOTEBOOK = ".ipynb"


class Unreadable(Exception):
    """A file that can't be turned into text: why, what of it can be shown, and where in that the trouble is."""

    def __init__(self, message: str, text: str = "", offset: int = 0) -> None:
        super().__init__(message)
        self.message, self.text, self.offset = message, text, offset


class Unwritable(Exception):
    """A file that can't be written, and was left as it is: why."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell of a notebook: its number among all cells, from 1, and where its code is in the notebook's text."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text, with its newlines as they are, and what it takes to write it back.

    The text of a notebook is the code of its `cells`, `stored` the JSON that holds it.
    """

    path: str
    text: str
    encoding: str = "utf-8"
    bom: bool = False
    cells: tuple[Cell, ...] | None = None  # of a notebook
    stored: str = ""

    def encoded(self) -> bytes:
        """The bytes of the file; raises Unwritable where its encoding lacks a character."""
        text = self.text if self.cells is None else self.stored
        try:
            return (codecs.BOM_UTF8 if self.bom else b"") + text.encode(self.encoding)
        except UnicodeError as error:
            raise Unwritable(f"the new text can't be written in the file's encoding, {self.encoding}") from error
        except LookupError as error:  # no encoding: the file could not be read
            raise Unwritable("the file could not be read") from error

    @property
    def newline(self) -> str:
        """What most lines of the file end with."""
        ends = _NEWLINE.findall(self.text)
        return max(("\n", "\r\n", "\r"), key=ends.count)


def decoded(path: str, data: bytes) -> Source:
    """The text of a Python file that holds `data`, as Python decodes it; raises Unreadable."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Unreadable("this is UTF-16, which Python can't read; save the file as UTF-8")
    if b"\0" in data:
        raise unreadable_at("a NUL byte, which Python can't read", data, data.index(b"\0"))
    bom = data.startswith(codecs.BOM_UTF8)
    body = data.removeprefix(codecs.BOM_UTF8)
    encoding = _declared(body, bom)
    try:
        return Source(path, body.decode(encoding), encoding, bom)
    except UnicodeDecodeError as error:
        # Some codecs count in something else than these bytes; then the place is the file's beginning.
        start = error.start if error.object == body else 0
        advice = "" if _COOKIE.match(body) else "; save the file as UTF-8 or declare its encoding in the first line"
        raise unreadable_at(f"byte 0x{body[start]:02x} is not valid {encoding}{advice}", body, start) from error
    except (UnicodeError, LookupError) as error:
        raise unreadable_at(f"the declared encoding can't be used: {error}", body, body.find(b"coding")) from error


def bytes_of(path: str) -> bytes:
    """What is in a file; raises Unreadable."""
    try:
        return read_regular(path)
    except OSError as error:
        raise Unreadable(f"can't be read: {error.strerror or error}") from error
    except ValueError as error:  # a path with a NUL character
        raise Unreadable(f"can't be read: {error}") from error


def _declared(body: bytes, bom: bool) -> str:
    """The encoding that the file declares, UTF-8 if it declares none; the common spellings made one, as Python does."""
    cookie = _COOKIE.match(body) if b"coding" in body else None
    if cookie is None:
        return "utf-8"
    name, start = cookie["name"].decode(), cookie.start("name")
    plain = name[:12].lower().replace("_", "-")
    if plain in ("utf-8", "utf8") or plain.startswith("utf-8-"):
        return "utf-8"
    if bom:
        raise unreadable_at(f"it has a UTF-8 byte order mark, but declares `{name}`", body, start)
    if re.match(r"(latin-1|iso-8859-1|iso-latin-1)(-|$)", plain):
        return "iso-8859-1"
    try:
        return codecs.lookup(name).name
    except LookupError as error:
        raise unreadable_at(f"unknown encoding `{name}`", body, start) from error


def unreadable_at(message: str, data: bytes, start: int) -> Unreadable:
    """Told at one byte; the text is what can be shown of the file, whatever its encoding is."""
    return Unreadable(message, data.decode("utf-8", "replace"), len(data[:start].decode("utf-8", "replace")))


def replace_file(path: str, data: bytes) -> None:
    """Write a new file beside the old one and move it into its place; leaves nothing behind if that fails.

    What stands at the path is replaced and never written through: it may be a symbolic link by now.
    """
    from tempfile import mkstemp  # only a run that writes pays for it

    old = os.lstat(path)
    handle, beside = mkstemp(prefix=".torchlint-", dir=os.path.dirname(path))
    try:
        with open(handle, "wb") as file:
            file.write(data)
            # By the open file, as another one may have been put in its place.
            of_it: int | str = handle if os.chmod in os.supports_fd else beside
            if hasattr(os, "chown") and (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
                _give_to(of_it, old.st_uid, old.st_gid)
            if not stat.S_ISLNK(old.st_mode):
                os.chmod(of_it, stat.S_IMODE(old.st_mode))  # after chown, which clears some of the bits
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


def _give_to(file: int | str, user: int, group: int) -> None:
    try:
        os.chown(file, user, group)
    except PermissionError:
        return  # who may write a file may not always give one away; the text matters more than the owner


class Lines:
    """Offsets in a text as rows and columns, 1-based, in code points; LF, CRLF and CR end a row, nothing else does."""

    def __init__(self, text: str) -> None:
        self._text = text
        # Untranslated universal newlines are exactly Python's own idea of a physical line, counted in C.
        self._starts = [0, *accumulate(map(len, StringIO(text, newline="")))]
        if len(self._starts) > 1 and not text.endswith(("\n", "\r")):
            self._starts.pop()

    @property
    def rows(self) -> int:
        """The row that the end of the text is in: empty where the text ends with a newline."""
        return len(self._starts)

    @property
    def count(self) -> int:
        """How many rows there are, without an empty last one."""
        return max(1, self.rows - (self._starts[-1] == len(self._text)))

    def row(self, offset: int) -> int:
        """The row that an offset is in."""
        return bisect_right(self._starts, offset)

    def place(self, offset: int) -> tuple[int, int]:
        """The row and the column of an offset."""
        row = self.row(offset)
        return row, offset - self._starts[row - 1] + 1

    def start(self, row: int) -> int:
        """The offset at which a row starts; the end of the text for a row below the last."""
        return self._starts[row - 1] if row <= self.rows else len(self._text)

    def line(self, row: int) -> str:
        """A row's text without its newline."""
        return self._text[self.start(row) : self.start(row + 1)].removesuffix("\n").removesuffix("\r")
