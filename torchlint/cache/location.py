"""Where the cache is stored: a folder that excludes itself from git and backups."""

from __future__ import annotations

import os
import re
import stat

from torchlint.cache.key import Seals, seals
from torchlint.files.git_files import repository_around
from torchlint.files.paths import is_below
from torchlint.files.regular_file import read_regular

NAME = ".torchlint_cache"
# What every file of the cache begins with: SQLite's own words, and at 68 the number of the program that it is from.
APPLICATION = 0x746C6E74  # "tlnt"
_MAGIC, _APPLICATION_AT = b"SQLite format 3\0", 68
_TAG_NAME = "CACHEDIR.TAG"
_TAG = """Signature: 8a477f597d28d172789f06886806bc55
# This folder is the cache of torchlint. It can be deleted at any time.
# https://bford.info/cachedir/
"""
_FILES = {".gitignore": "*\n", _TAG_NAME: _TAG}
_FILE = re.compile(r"[0-9a-f]{24}\.sqlite")
BESIDE = ("-journal", "-wal", "-shm")  # of a file, what SQLite writes beside it
_MOST = 4  # files of one project: users, machines and containers that share it have one each
_OLD = 30 * 24 * 3600  # seconds after which a file that nobody has written goes


def location(root: str, chosen: str | None) -> str:
    """The cache folder of the project below a root folder; `chosen` is the configured folder for all projects."""
    return os.path.abspath(chosen) if chosen else os.path.join(root, NAME)


def made(folder: str, root: str) -> Seals | None:
    """Create such a folder, with the files that exclude it from git and backups; returns its seals.

    None if there can be no cache, which only costs time: nothing can be written, or the folder is in a checkout and not
    as torchlint makes it.
    """
    place = root if is_below(folder, root) else repository_around(folder)
    if place is None and is_below(os.path.realpath(folder), os.path.realpath(root)):
        folder, place = os.path.realpath(folder), os.path.realpath(root)
    try:
        if place is not None and _has_links(folder, place):
            return None
        os.makedirs(folder, exist_ok=True)
        for name, text in _FILES.items():
            if not _is_there(os.path.join(folder, name), text):
                return None
    except OSError:
        return None
    return seals(folder, is_ours=place is None)


def _has_links(folder: str, place: str) -> bool:
    """Whether a folder is a symbolic link, or one of those between it and the root of its checkout."""
    while folder != place:
        if os.path.islink(folder):
            return True
        folder = os.path.dirname(folder)
    return False


def _is_there(path: str, text: str) -> bool:
    """Whether a file has these contents; it is created if it does not exist."""
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:  # writes through no link
            file.write(text)
    except FileExistsError:
        try:
            return read_regular(path, most=1000, links=False) == text.encode()
        except OSError:
            return False
    return True


def is_ours(path: str) -> bool:
    """Whether there is a regular file with SQLite's header and torchlint's number in it, and no other name for it."""
    try:
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            return False
        with open(path, "rb") as file:
            header = file.read(100)
    except OSError:
        return False
    at = _APPLICATION_AT
    return header.startswith(_MAGIC) and header[at : at + 4] == APPLICATION.to_bytes(4, "big")


def delete(path: str) -> None:
    """Delete a file of the cache, and what SQLite has left beside it; raises OSError."""
    for each in (path, *(path + end for end in BESIDE)):
        if os.path.lexists(each):
            os.unlink(each)


def prune(folder: str, newest: str, now: float, *, shared: bool) -> None:
    """Delete cache files that are no longer used, after a new one was created; `shared` by several projects or not."""
    with os.scandir(folder) as entries:
        paths = [entry.path for entry in entries if _FILE.fullmatch(entry.name) and entry.path != newest]
    written = sorted(((os.lstat(path).st_mtime, path) for path in paths if is_ours(path)), reverse=True)
    for place, (when, path) in enumerate(written, 2):
        if now - when > _OLD or (place > _MOST and not shared):
            delete(path)


def clean(folder: str) -> bool:
    """Delete a cache; False if there is none. Raises OSError if it can't be deleted, or is something else."""
    if not os.path.lexists(folder):
        return False
    try:
        is_cache = (
            not os.path.islink(folder)
            and read_regular(os.path.join(folder, _TAG_NAME), most=1000, links=False) == _TAG.encode()
        )
    except OSError:
        is_cache = False
    if not is_cache:
        raise OSError(f"{folder} is not a cache of torchlint")
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if _FILE.fullmatch(name) and is_ours(path):
            delete(path)
    for name in (".gitignore", "cache-key"):
        path = os.path.join(folder, name)
        if os.path.isfile(path) and not os.path.islink(path):
            os.unlink(path)
    if left := sorted(set(os.listdir(folder)) - {_TAG_NAME}):
        raise OSError(f"{folder} contains a file that torchlint did not write: {left[0]}")
    os.unlink(os.path.join(folder, _TAG_NAME))
    os.rmdir(folder)
    return True
