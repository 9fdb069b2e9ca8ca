"""The folders that a server of agents may look into; no path leads out of them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from torchlint.files.paths import is_below


class OutsideError(Exception):
    """A path that is in none of the folders."""


class Roots:
    """Folders, the first of which is where relative paths start; raises NotADirectoryError for one that is none."""

    def __init__(self, folders: Sequence[str]) -> None:
        self.folders = tuple(os.path.realpath(folder) for folder in folders)
        for folder in self.folders:
            if not os.path.isdir(folder):
                raise NotADirectoryError(folder)

    @property
    def first(self) -> str:
        """Where relative paths start, and where commands are run."""
        return self.folders[0]

    def inside(self, path: str) -> str:
        """A path as the command line is given it from the first folder; raises OutsideError.

        Where links lead counts, also for a file that does not exist yet.
        """
        if "\0" in path:
            raise OutsideError("a path can't contain a NUL character")
        absolute = os.path.normpath(os.path.join(self.first, path))
        real = os.path.realpath(absolute)
        if not any(real == folder or is_below(real, folder) for folder in self.folders):
            raise OutsideError(
                f"{path} is outside {', '.join(self.folders)}, the only folders that this server may read"
            )
        is_own = real == self.first or is_below(real, self.first)
        shown = os.path.relpath(absolute, self.first) if is_own else absolute
        return os.path.join(".", shown) if shown.startswith("-") else shown
