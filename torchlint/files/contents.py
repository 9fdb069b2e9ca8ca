"""What is in the files of a project: on the disk, or as git has kept them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping


class Contents:
    """The files on the disk, but for some that are something else, or not there: `others`, by absolute path.

    `read` gives the text of a file, or of bytes under its name, and None if it can't be read.
    """

    def __init__(
        self,
        read: Callable[[str, bytes | None], str | None],
        others: Mapping[str, Callable[[], bytes] | None] | None = None,
    ) -> None:
        self._others = others or {}
        self._read = read
        self._folders = {os.path.dirname(path) for path, read in self._others.items() if read is not None}
        for folder in list(self._folders):
            while (above := os.path.dirname(folder)) not in self._folders and above != folder:
                self._folders.add(above)
                folder = above

    def text(self, path: str) -> str | None:
        """The text of a file, of a notebook as Python; None if it can't be read, or is not there."""
        if path not in self._others:
            return self._read(path, None)
        read = self._others[path]
        return None if read is None else self._read(path, read())

    def is_file(self, path: str) -> bool:
        """Whether there is such a file."""
        return self._others[path] is not None if path in self._others else os.path.isfile(path)

    def holds_python(self, folder: str) -> bool:
        """Whether there is such a folder, and Python files or folders are in it."""
        from torchlint.project.sources import on_disk

        return folder in self._folders or on_disk(folder)

    def listed(self, root: str, on_disk: Iterable[str]) -> Iterator[str]:
        """The paths below a root folder, relative to it, of the files that are there, from those on the disk."""
        inside = root.rstrip(os.sep) + os.sep
        there = {path.removeprefix(inside): read for path, read in self._others.items() if path.startswith(inside)}
        yield from (path for path in on_disk if there.pop(path, path) is not None)
        yield from sorted(path for path, read in there.items() if read is not None)
