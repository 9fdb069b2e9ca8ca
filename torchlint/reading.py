"""Files as Python source text, notebooks among them: read, and written back as they were."""

from __future__ import annotations

import os

from torchlint.files.regular_file import read_regular
from torchlint.files.source import NOTEBOOK, Source, Unreadable, Unwritable, bytes_of, decoded, replace_file


def read_source(path: str, data: bytes | None = None) -> Source:
    """The text of a file, or of `data` under that name; raises Unreadable."""
    if path.endswith(NOTEBOOK):
        from torchlint.notebooks.notebook import read_notebook  # only a notebook needs it

        return read_notebook(path, data)
    return decoded(path, bytes_of(path) if data is None else data)


def text_of(path: str, data: bytes | None = None) -> str | None:
    """The text of a file, or of `data` under that name, of a notebook as Python; None if it can't be read.

    What can't be read is reported where it is checked itself.
    """
    try:
        return as_python(read_source(path, data))
    except Unreadable:
        return None


def as_python(source: Source) -> str:
    """A text as Python reads it, each character at its place."""
    if source.cells is None:
        return source.text
    from torchlint.notebooks.cells import program  # only a notebook needs it

    return program(source)[0]


def write_source(source: Source, new: Source) -> None:
    """Put `new` where `source` was read from, all or nothing: the encoding, byte order mark and mode bits stay.

    A symbolic link stays one. Raises Unwritable for missing rights, a character that the encoding lacks, and a file
    that is no longer what was read.
    """
    path = os.path.realpath(source.path)
    data = new.encoded()
    if new.cells is not None and read_source(new.path, data).text != new.text:
        raise Unwritable("the fixed code can't be written into the notebook, which is a bug in torchlint")
    try:
        if read_regular(path, links=False) != source.encoded():
            raise Unwritable("the file has changed since it was read")
        if not os.access(path, os.W_OK):
            raise Unwritable("the file is read-only")
        replace_file(path, data)
    except OSError as error:
        raise Unwritable(f"can't be written: {error.strerror or error}") from error
