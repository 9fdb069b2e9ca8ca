"""Reading files that anybody may have put there: only regular ones are opened, and no more than so much of each."""

from __future__ import annotations

import errno
import os
import stat

from torchlint.files.paths import is_below

LARGEST = 20_000_000  # bytes of any file that is read

_KINDS = {stat.S_IFIFO: "a FIFO", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
# Windows lacks most of these; there, devices have names that no folder can hold.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC"))


def read_regular(path: str, *, most: int = LARGEST, links: bool = True) -> bytes:
    """The contents of a regular file of at most `most` bytes; `links` says whether symbolic links are followed.

    Raises OSError for anything else, and ValueError for a path with a NUL character.
    """
    # Opening a device may have an effect, and opening a FIFO may wait forever: neither is opened.
    _refuse_special(os.stat(path, follow_symlinks=links))
    handle = os.open(path, _FLAGS if links else _FLAGS | getattr(os, "O_NOFOLLOW", 0))
    with open(handle, "rb") as file:
        status = os.fstat(handle)
        _refuse_special(status)  # it may have been replaced in between
        data = file.read(min(status.st_size, most) + 1) or b""
        if status.st_size < len(data) <= most:  # it grows, or is in /proc, where sizes are 0
            data += file.read(most + 1 - len(data)) or b""
    if len(data) > most:
        raise OSError(errno.EFBIG, too_large(most))
    return data


def too_large(most: int = LARGEST) -> str:
    """What is said of a file with more bytes than are read."""
    return f"larger than {most / 1e6:g} MB, the limit of torchlint"


def _refuse_special(status: os.stat_result) -> None:
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFDIR:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if kind == stat.S_IFLNK:
        raise OSError(errno.ELOOP, "a symbolic link, which is not followed here")
    if kind != stat.S_IFREG:
        raise OSError(errno.EINVAL, f"{_KINDS.get(kind, 'something else')}, not a regular file")


def leads_out(path: str, *folders: str) -> bool:
    """Whether a path leads through symbolic links to a place that is in none of some folders."""
    real = os.path.realpath(path)
    return not any(is_below(real, os.path.realpath(folder)) for folder in folders)
