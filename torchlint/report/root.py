"""The folder that paths are relative to in reports for other machines: the root of the git repository."""

from __future__ import annotations

import os

from torchlint.files.git_files import repository_around
from torchlint.files.paths import DASH


class Root:
    """The root of the git repository that the run began in; without one the working folder."""

    def __init__(self) -> None:
        here = os.getcwd()
        self.folder = repository_around(here) or here

    def relative(self, path: str) -> str:
        """A path as reports name it: relative to the root where it is below it, else whole; `-` as it is."""
        return path if path == DASH else self.below(path) or os.path.abspath(path)

    def below(self, path: str) -> str | None:
        """A path relative to the root, with slashes and links followed; None for one that is outside of it."""
        whole = os.path.abspath(path)
        linked = os.path.realpath(whole), os.path.realpath(self.folder)
        # A link to somewhere else is still a file of the repository, under the link's own name.
        for file, root in (linked, (whole, self.folder)):
            inside = root.rstrip(os.sep) + os.sep
            if file.startswith(inside):
                return file[len(inside) :].replace(os.sep, "/")
        return None
