"""Results of earlier runs for the files of a session: read, and written for the next one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from torchlint.files.source import Source, Unreadable
from torchlint.reading import read_source

if TYPE_CHECKING:
    from torchlint.cache.project_cache import Project
    from torchlint.cache.result import CachedResult
    from torchlint.result import Checked
    from torchlint.runner.projects import Projects
    from torchlint.settings.config import Configs


class ResultCache:
    """The caches of the projects that files belong to; `packs` gives the key of the rules that come from packs."""

    def __init__(self, configs: Configs, projects: Projects, packs: Callable[[], str]) -> None:
        self._configs, self._projects, self._packs = configs, projects, packs
        self._keys: dict[tuple[int, str], str] = {}

    def project(self, path: str) -> Project | None:
        """The cache of the project that a file belongs to, if there is one."""
        return self._projects.project(path)

    def checked(self, paths: Iterable[str]) -> Iterator[tuple[str, Checked]]:
        """The files with a valid cached result; clean ones without their texts."""
        for (project, key), its in self._by_project(paths).items():
            for absolute, encoded in project.known(list(its), key).items():
                checked = _from_cache(project, absolute, its[absolute], encoded)
                if checked is not None:
                    yield its[absolute], checked

    def cached_result(self, path: str, checked: Checked) -> CachedResult | None:
        """The result to cache for a file that was checked after `begin`."""
        from torchlint.cache.encoding import encoded

        project = self.project(path)
        if project is None:
            return None
        return project.cached_result(self._projects.place(path), self._key(path, project), encoded(checked))

    def begin(self, path: str) -> bytes | None:
        """The contents of a file that is about to be checked; None if it can't be read, or is not cached."""
        project = self.project(path)
        if project is None:
            return None
        project.begin()
        return project.file_stamps.read(self._projects.place(path))

    def prepare(self, paths: Iterable[str]) -> None:
        """Compute what checking files will query from their projects."""
        for project in {self.project(path) for path in paths}:
            if project is not None:
                project.prepare()

    def keep(self, cached_result: CachedResult) -> None:
        """Queue the result of a file to be written by `save`."""
        if (project := self.project(cached_result.path)) is not None:
            project.keep(cached_result)

    def save(self, rule_metadata: Callable[[], str] | None) -> None:
        """Write the new results, and the metadata of the rules if it is new."""
        for project in self._projects.projects():
            if rule_metadata is not None:
                project.note_rule_metadata(self._packs(), rule_metadata())
            project.save()

    def _by_project(self, paths: Iterable[str]) -> dict[tuple[Project, str], dict[str, str]]:
        """Files by the cache of their project, and by the key of the rules that are on: their paths by absolute ones.

        All files of a folder have the same key.
        """
        here = os.getcwd()
        of_folders: dict[str, tuple[str, dict[str, str]] | None] = {}  # where a folder is in its project, and its files
        found: dict[tuple[Project, str], dict[str, str]] = {}
        for path in paths:
            folder, name = os.path.split(os.path.normpath(os.path.join(here, path)))
            if folder not in of_folders:
                whole = os.path.join(folder, name)
                project, place = self.project(whole), os.path.dirname(self._projects.place(whole))
                its = found.setdefault((project, self._key(path, project)), {}) if project else None
                of_folders[folder] = (place, its) if its is not None else None
            if (known := of_folders[folder]) is not None:
                place, its = known
                its[os.path.join(place, name)] = path
        return found

    def _key(self, path: str, project: Project) -> str:
        """The cache key for the rules that a file is checked with."""
        settings = self._configs.of_file(os.path.abspath(path))
        key = (id(settings), project.root)
        if key not in self._keys:
            from torchlint.cache.rules_key import rules_key

            self._keys[key] = rules_key(settings, self._packs(), project.root)
        return self._keys[key]


def _from_cache(project: Project, absolute: str, path: str, encoded: str) -> Checked | None:
    """The cached result of a file; None if the file has changed just now."""
    from torchlint.cache.encoding import CLEAN, decoded
    from torchlint.result import Checked

    if encoded == CLEAN:
        return Checked(Source(path, ""), ())
    before, data = project.file_stamps.digest(absolute), project.file_stamps.read(absolute)
    if data is None or project.file_stamps.digest(absolute) != before:
        return None
    try:
        return decoded(encoded, read_source(path, data))
    except (Unreadable, ValueError, KeyError, TypeError):
        return None
