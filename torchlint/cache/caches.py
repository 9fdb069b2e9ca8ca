"""The caches of a run, one for each project that its files belong to."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.cache.code_version import code_version
from torchlint.cache.location import location, made, prune
from torchlint.cache.project_cache import Project
from torchlint.cache.store import LAYOUT, Store

if TYPE_CHECKING:
    from torchlint.files.project_files import Listing
    from torchlint.project.project_files import ProjectFiles


class Cache:
    """Opens the caches of projects; `folder` is where they are stored, if that was configured."""

    def __init__(self, folder: str | None = None) -> None:
        self._folder = folder

    @cached_property
    def _code(self) -> str:
        return code_version()

    def project(
        self,
        root: str,
        listing: Callable[[], Listing],
        make: Callable[[Project], ProjectFiles],
        is_in_git: Callable[[str], bool],
    ) -> Project | None:
        """The cache of the project below a root folder; None where there can be none, so that everything is checked.

        `is_in_git` says whether git tracks files in a folder: a cache that others may have committed is not opened.
        """
        folder = location(root, self._folder)
        seals = made(folder, root)
        if seals is None:
            return None
        # Another name for each project of a folder that several share, and the same one when all of it is moved. Nobody
        # without the key can know it, and so put a file there.
        name = seals.of("file", LAYOUT, os.path.relpath(root, folder)).hex()[:24]
        path = os.path.join(folder, f"{name}.sqlite")
        is_new = not os.path.lexists(path)
        try:
            if is_new:
                prune(folder, path, time.time(), shared=self._folder is not None)
            elif is_in_git(folder):
                return None
            return Project(Store(path, self._code, seals), root, listing, make)
        except (sqlite3.Error, OSError, UnicodeDecodeError):
            return None
