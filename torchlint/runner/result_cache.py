"""What is kept between runs of the files of a session: told again, and written down."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from torchlint.files.source import Source, Unreadable, read_source

if TYPE_CHECKING:
    from torchlint.cache.project_cache import Project
    from torchlint.cache.result import Learnt
    from torchlint.files.project_roots import Repositories
    from torchlint.lint import Checked
    from torchlint.settings.config import Configs


class Kept:
    """The caches of the projects that files belong to; `packs` tells the key of the rules that come from packs."""

    def __init__(self, configs: Configs, repositories: Repositories, packs: Callable[[], str]) -> None:
        self._configs, self._repositories, self._packs = configs, repositories, packs
        self._keys: dict[tuple[int, str], str] = {}

    def project(self, path: str) -> Project | None:
        """The cache of the project that a file belongs to, if there is one."""
        return self._repositories.project(path)

    def checked(self, paths: Iterable[str]) -> Iterator[tuple[str, Checked]]:
        """The files of which it is known what would be found in them; clean ones without their texts."""
        for (project, key), its in self._by_project(paths).items():
            for absolute, packed in project.known(list(its), key).items():
                checked = _told_again(project, absolute, its[absolute], packed)
                if checked is not None:
                    yield its[absolute], checked

    def learnt(self, path: str, checked: Checked) -> Learnt | None:
        """What may be kept of a file that was checked just now, after `begin`."""
        from torchlint.cache.encoding import packed

        project = self.project(path)
        if project is None:
            return None
        return project.learnt(self._repositories.place(path), self._key(path, project), packed(checked))

    def begin(self, path: str) -> bytes | None:
        """What is in a file, which is going to be checked; None where it can't be read, or nothing is kept of it."""
        project = self.project(path)
        if project is None:
            return None
        project.begin()
        return project.disk.read(self._repositories.place(path))

    def prepare(self, paths: Iterable[str]) -> None:
        """Work out what checking files will ask of their projects."""
        for project in {self.project(path) for path in paths}:
            if project is not None:
                project.prepare()

    def keep(self, learnt: Learnt) -> None:
        """Have what was found in a file written by `save`."""
        if (project := self.project(learnt.path)) is not None:
            project.keep(learnt)

    def save(self, cards: Callable[[], str] | None) -> None:
        """Write down what was found, and the cards of the rules, if these are news."""
        for project in self._repositories.projects():
            if cards is not None:
                project.note_cards(self._packs(), cards())
            project.save()

    def _by_project(self, paths: Iterable[str]) -> dict[tuple[Project, str], dict[str, str]]:
        """Files by the cache of their project, and by the key of the rules that are on: their paths by absolute ones.

        What holds for one file of a folder holds for all of them.
        """
        here = os.getcwd()
        of_folders: dict[str, tuple[str, dict[str, str]] | None] = {}  # where a folder is in its project, and its files
        found: dict[tuple[Project, str], dict[str, str]] = {}
        for path in paths:
            folder, name = os.path.split(os.path.normpath(os.path.join(here, path)))
            if folder not in of_folders:
                whole = os.path.join(folder, name)
                project, place = self.project(whole), os.path.dirname(self._repositories.place(whole))
                its = found.setdefault((project, self._key(path, project)), {}) if project else None
                of_folders[folder] = (place, its) if its is not None else None
            if (known := of_folders[folder]) is not None:
                place, its = known
                its[os.path.join(place, name)] = path
        return found

    def _key(self, path: str, project: Project) -> str:
        """What says with which rules a file is checked."""
        settings = self._configs.of_file(os.path.abspath(path))
        key = (id(settings), project.root)
        if key not in self._keys:
            from torchlint.cache.rules_key import rules_key

            self._keys[key] = rules_key(settings, self._packs(), project.root)
        return self._keys[key]


def _told_again(project: Project, absolute: str, path: str, packed: str) -> Checked | None:
    """What was found in a file; None if it has changed a moment ago."""
    from torchlint.cache.encoding import CLEAN, unpacked
    from torchlint.lint import Checked

    if packed == CLEAN:
        return Checked(Source(path, ""), ())
    before, data = project.disk.digest(absolute), project.disk.read(absolute)
    if data is None or project.disk.digest(absolute) != before:
        return None
    try:
        return unpacked(packed, read_source(path, data))
    except (Unreadable, ValueError, KeyError, TypeError):
        return None
