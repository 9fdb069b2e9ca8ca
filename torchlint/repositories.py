"""The project that a file belongs to: the git root around it, else the folder with the configuration, else here."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.config import Configs
from torchlint.contents import Contents
from torchlint.git_files import git_files, repository_around
from torchlint.walk import walk

if TYPE_CHECKING:
    from torchlint.cache.cache import Cache
    from torchlint.cache.project import Listing, Project
    from torchlint.model.repository import Repository

_CODE = (".py", ".ipynb")
_LARGEST_REQUIREMENTS = 100_000  # bytes


class Repositories:
    """Finds the project around each file of a run; nothing in it is read before a name leads there.

    What was found before is in what `cache` opens, if there is one: then files are listed once, as they were at first.
    `in_git` is what git has just said is below some folders.
    """

    def __init__(
        self,
        configs: Configs,
        contents: Contents | None = None,
        cache: Callable[[], Cache] | None = None,
        in_git: dict[str, list[str]] | None = None,
    ) -> None:
        self._configs, self._open = configs, cache
        self._in_git = {} if in_git is None else in_git
        self._projects: dict[str, Project | None] = {}
        self._contents = contents or Contents()
        self._by_root: dict[str, Repository] = {}
        self._roots: dict[str, str] = {}

    def around(self, path: str) -> Repository:
        """The project that the file at a path belongs to."""
        from torchlint.model.repository import Repository  # only now that a file is checked

        if (cached := self.project(path)) is not None:
            return cached.repository
        root = self.root_of(path)
        if root not in self._by_root:
            self._by_root[root] = Repository(
                root,
                self._contents.text,
                lambda: self._listed(root),
                self._torch_version,
                requirements=lambda: self._requirements(root),
                is_file=self._contents.is_file,
                holds_python=self._contents.holds_python,
            )
        return self._by_root[root]

    def project(self, path: str) -> Project | None:
        """What is kept of the project that the file at a path belongs to."""
        if self._open is None:
            return None
        root = self.root_of(path)
        if root not in self._projects:
            self._projects[root] = self._cache.project(root, lambda: self._listing(root), self._over)
        return self._projects[root]

    @cached_property
    def _cache(self) -> Cache:
        assert self._open is not None
        return self._open()

    def projects(self) -> list[Project]:
        """All of them that the run has come to."""
        return [project for project in self._projects.values() if project is not None]

    def _over(self, project: Project) -> Repository:
        """The project with what is kept of it, on the disk."""
        from torchlint.model.repository import Repository

        return Repository(
            project.root,
            project.disk.text,
            lambda: project.listing.code,
            self._torch_version,
            requirements=lambda: project.listing.requirements,
            known_imports=project.imports_of,
        )

    def _listing(self, root: str) -> Listing:
        from torchlint.cache.project import Listing
        from torchlint.model.torch_versions import says_what_is_needed

        listing, inside = Listing([], []), len(os.path.join(root, ""))
        for path in self._files(root, lambda path: path.endswith(_CODE) or says_what_is_needed(path)):
            if path.endswith(_CODE):
                listing.code.append(path)
            elif says_what_is_needed(path[inside:]) and _is_small(path):
                listing.requirements.append(path)
        return listing

    def root_of(self, path: str) -> str:
        """The root folder of the project that the file at a path belongs to."""
        folder = os.path.dirname(os.path.abspath(path))
        if folder not in self._roots:
            self._roots[folder] = self._root(folder)
        return self._roots[folder]

    def changed(self, path: str) -> None:
        """Forget what was known of the file at an absolute path, which may be new, or no longer there."""
        for repository in self._by_root.values():
            repository.changed(path)

    def _torch_version(self, folder: str) -> str:
        return self._configs.of_folder(folder).torch_version

    def _root(self, folder: str) -> str:
        if (found := repository_around(folder)) is not None:
            return found
        if (configured := self._configs.home(folder)) is not None:
            return configured
        here = os.getcwd()
        return here if folder == here or folder.startswith(here.rstrip(os.sep) + os.sep) else folder

    def _listed(self, root: str) -> Iterator[str]:
        """The Python files and notebooks of a project."""
        return self._files(root, lambda path: path.endswith(_CODE))

    def _requirements(self, root: str) -> Iterator[str]:
        """The files of a project that may say which PyTorch it needs; what is too large for that is left out."""
        from torchlint.model.torch_versions import says_what_is_needed

        return filter(_is_small, self._files(root, says_what_is_needed))

    def _files(self, root: str, wanted: Callable[[str], bool]) -> Iterator[str]:
        """The files of a project whose paths are wanted, less what git ignores and the settings of its root exclude."""
        excluded = self._configs.of_folder(root).exclude
        keeps: dict[str, bool] = {"": True}  # folders below the root

        def keep(folder: str) -> bool:
            if folder not in keeps:
                path = os.path.join(root, folder)
                named = any(patterns.match(path, folder=True) for patterns in excluded)
                keeps[folder] = not named and keep(os.path.dirname(folder))
            return keeps[folder]

        def ignore(problem: str) -> None:
            """What can't be looked into is told where it is asked for by name."""

        below = self._in_git.pop(root, None) or git_files(root, ignore)
        paths = below if below is not None else walk(root, keep, ignore)
        inside = os.path.join(root, "")
        for path in self._contents.listed(root, paths):
            whole = inside + path
            if wanted(path) and keep(os.path.dirname(path)):
                if not any(patterns.match(whole, folder=False) for patterns in excluded):
                    yield whole


def _is_small(path: str) -> bool:
    return not os.path.isfile(path) or os.path.getsize(path) <= _LARGEST_REQUIREMENTS
