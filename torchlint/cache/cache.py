"""The caches of a run, one for each project that its files belong to."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.cache.code import code_stamp
from torchlint.cache.disk import digest_of_all
from torchlint.cache.home import home, made
from torchlint.cache.project import Project
from torchlint.cache.store import Store

if TYPE_CHECKING:
    from torchlint.model.repository import Repository
    from torchlint.project_files import Listing


class Cache:
    """Opens what is kept of projects; `folder` is where, if somebody has said so."""

    def __init__(self, folder: str | None = None) -> None:
        self._folder = folder

    @cached_property
    def _code(self) -> str:
        return code_stamp()

    def project(
        self, root: str, listing: Callable[[], Listing], make: Callable[[Project], Repository]
    ) -> Project | None:
        """What is kept of the project below a root folder; None where nothing can be: it is checked as ever."""
        folder = home(root, self._folder)
        if not made(folder):
            return None
        # Another name for each project of a folder that several share, and the same one when all of it is moved.
        name = digest_of_all([os.path.relpath(root, folder)])[:12]
        try:
            return Project(Store(os.path.join(folder, f"{name}.sqlite"), self._code), root, listing, make)
        except (sqlite3.Error, OSError):
            return None
