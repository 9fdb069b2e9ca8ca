"""The digests of the files and folders below a root folder, most of them known from the last run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import NamedTuple

from torchlint.files.source import Unreadable, bytes_of
from torchlint.reading import text_of

NOTHING = ""  # the digest of what is no file, or can't be read
# A file may change twice within one tick of the file system's clock: a change as recent as this may have a twin.
_TICK = 50_000_000  # nanoseconds
_IN_DOUBT = -1


class Stamp(NamedTuple):
    """The state of a file or folder: its modification time in nanoseconds, its size in bytes, and its digest."""

    changed: int
    size: int
    digest: str


class FileStamps:
    """The states of files and folders by absolute path; `known` are those of the last run.

    A digest is computed anew only where the size or the modification time has changed.
    """

    def __init__(self, known_files: dict[str, Stamp], known_folders: dict[str, Stamp]) -> None:
        self._known_files, self._known_folders = known_files, known_folders
        self.files: dict[str, Stamp] = {}
        self.folders: dict[str, Stamp] = {}

    def digest(self, path: str) -> str:
        """The digest of a file's contents; NOTHING if there is no such file."""
        if path not in self.files:
            stat = _stat(path)
            known = self._known_files.get(path)
            if known is not None and _is_as_it_was(known, stat):
                self.files[path] = known
            else:
                self.read(path)
        return self.files[path].digest

    def read(self, path: str) -> bytes | None:
        """A file's contents; None if it can't be read. The digest is that of these very bytes."""
        stat = _stat(path)  # before it is read: if it changes meanwhile, the next run sees another one
        try:
            data = bytes_of(path)
        except Unreadable:
            self.files[path] = Stamp(_IN_DOUBT, 0, NOTHING)
            return None
        self.files[path] = Stamp(*(stat or (_IN_DOUBT, 0)), digest_of(data))
        return data

    def text(self, path: str) -> str | None:
        """The text of a file, as Python if it is a notebook; None if it can't be read."""
        data = self.read(path)
        return None if data is None else text_of(path, data)

    def folder(self, path: str, matters: Callable[[str], bool]) -> str:
        """The digest of the relevant names in a folder, those of its subfolders included; NOTHING if there is none."""
        if path not in self.folders:
            stat = _stat(path)
            known = self._known_folders.get(path)
            if known is not None and _is_as_it_was(known, stat):
                self.folders[path] = known
            else:
                names = _names(path, matters)
                digest = NOTHING if names is None else digest_of_all(names)
                self.folders[path] = Stamp(*(stat or (_IN_DOUBT, 0)), digest)
        return self.folders[path].digest


def _is_as_it_was(known: Stamp, stat: tuple[int, int] | None) -> bool:
    return known[:2] == stat and known.changed != _IN_DOUBT


def _stat(path: str) -> tuple[int, int] | None:
    """The modification time and the size; None if it does not exist, _IN_DOUBT if it has changed just now."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    is_recent = time.time_ns() - found.st_mtime_ns < _TICK
    return _IN_DOUBT if is_recent else found.st_mtime_ns, found.st_size


def _names(folder: str, matters: Callable[[str], bool]) -> list[str] | None:
    try:
        with os.scandir(folder) as entries:
            return sorted(
                entry.name + os.sep * is_folder
                for entry in entries
                if (is_folder := entry.is_dir() and not entry.name.startswith((".", "__pycache__")))
                or matters(entry.name)
            )
    except OSError:
        return None


def digest_of(data: bytes) -> str:
    """A digest that differs for different contents."""
    return blake2b(data, digest_size=16).hexdigest()


def digest_of_all(parts: Iterable[str]) -> str:
    """The digest of several texts in order."""
    return digest_of("\0".join(parts).encode("utf-8", "surrogateescape"))
