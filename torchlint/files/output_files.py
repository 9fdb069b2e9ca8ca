"""Files that reports go to: they are there in full or not at all."""

from __future__ import annotations

import errno
import os

from torchlint.files.git_files import repository_around
from torchlint.files.regular_file import leads_out


def write_file(path: str, text: str) -> None:
    """Put `text` into a file, in one step; a device or a pipe is written to as it is. Raises OSError."""
    write_bytes(path, text.encode("utf-8", "surrogateescape"))


def write_bytes(path: str, data: bytes) -> None:
    """The same for bytes."""
    project = repository_around(os.path.dirname(os.path.abspath(path)))
    if project is not None and os.path.islink(path) and leads_out(path, project):
        raise OSError(errno.ELOOP, "this is a link to a file outside the project", path)
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
