"""The projects of a run: each file belongs to the project that its folder is in."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.files.contents import Contents
from torchlint.files.git_files import has_tracked
from torchlint.files.paths import relative, shown
from torchlint.files.project_files import Listing, listing
from torchlint.project.root import ProjectRoots, place_in
from torchlint.reading import text_of
from torchlint.settings.config import Configs

if TYPE_CHECKING:
    from torchlint.cache.caches import Cache
    from torchlint.cache.project_cache import Project
    from torchlint.project.project_files import ProjectFiles


class Projects:
    """Finds the project around each file of a run; a project's files are read only when an import leads to them.

    `cache` opens the caches of projects, if there are any: then files are listed once, at the beginning. `in_git` are
    the files that git has just listed below some folders. With `alone`, each file is checked without its project.
    `warn` is called with a line for each project that is too large.
    """

    def __init__(
        self,
        configs: Configs,
        contents: Contents | None = None,
        cache: Callable[[], Cache] | None = None,
        in_git: dict[str, list[str]] | None = None,
        *,
        alone: bool = False,
        warn: Callable[[str], object] = lambda line: None,
    ) -> None:
        self._configs, self._open, self._alone, self._warn = configs, cache, alone, warn
        self._in_git = {} if in_git is None else in_git
        self._projects: dict[str, Project | None] = {}
        self._contents = contents or Contents(text_of)
        self._by_root: dict[str, ProjectFiles] = {}
        self._listings: dict[str, Listing] = {}
        self._too_large: set[str] = set()
        self._roots = ProjectRoots()

    def around(self, path: str) -> ProjectFiles:
        """The project that the file at a path belongs to."""
        from torchlint.project.project_files import ProjectFiles  # only now that a file is checked

        if (cached := self.project(path)) is not None:
            return cached.project_files
        root = self.root_of(path)
        if root not in self._by_root:
            self._by_root[root] = ProjectFiles(
                root,
                self._contents.text,
                lambda: _searched(self._listing(root)),
                self._torch_version,
                requirement_files=lambda: self._listing(root).requirements,
                config_files=lambda: self._listing(root).configuration,
                is_file=self._contents.is_file,
                holds_python=self._contents.holds_python,
                alone=self._alone,
            )
        return self._by_root[root]

    def project(self, path: str) -> Project | None:
        """The cache of the project that the file at a path belongs to; None for loose files in a shared folder.

        Other users who may write there could have forged a cache.
        """
        if self._open is None:
            return None
        root = self.root_of(path)
        if root not in self._projects:
            is_cached = not self._roots.is_shared(root)
            self._projects[root] = (
                self._cache.project(
                    root, lambda: self._listed(root), self._over, lambda folder: self._is_in_git(root, folder)
                )
                if is_cached
                else None
            )
        return self._projects[root]

    @cached_property
    def _cache(self) -> Cache:
        assert self._open is not None
        return self._open()

    def projects(self) -> list[Project]:
        """The caches of all projects of the run so far."""
        return [project for project in self._projects.values() if project is not None]

    def _over(self, project: Project) -> ProjectFiles:
        """The files of a project on the disk, with cached texts and imports."""
        from torchlint.project.project_files import ProjectFiles

        return ProjectFiles(
            project.root,
            project.file_stamps.text,
            lambda: _searched(project.listing),
            self._torch_version,
            requirement_files=lambda: project.listing.requirements,
            config_files=lambda: project.listing.configuration,
            known_imports=project.imports_of,
        )

    def _is_in_git(self, root: str, folder: str) -> bool:
        """Whether git tracks a file in a folder that would be torchlint's own."""
        inside = relative(folder, root)
        if root in self._in_git and inside:
            start = os.path.join(inside.replace("/", os.sep), "")
            return any(path.startswith(start) for path in self._in_git[root])
        return has_tracked(folder)

    def prepare(self, paths: Iterable[str]) -> None:
        """List the files of projects without a cache, before processes are forked that would each do it."""
        for root in {self.root_of(path) for path in paths if self.project(path) is None and not self._alone}:
            self._listing(root)

    def root_of(self, path: str) -> str:
        """The root folder of the project that the file at a path belongs to."""
        return self._roots.of(os.path.dirname(os.path.abspath(path)))

    def place(self, path: str) -> str:
        """The absolute path of a file within its project: below the root, even if a link led to it."""
        return place_in(self.root_of(path), path)

    def changed(self, path: str) -> None:
        """Forget what was known of the file at an absolute path, which may be new or deleted."""
        place, root = self.place(path), self.root_of(path)
        if root not in self._listings or (place in self._listings[root].code) != os.path.isfile(place):
            self._listings.pop(root, None)
            self._roots = ProjectRoots()  # a file that is new or gone may be one that makes a project
        for project_files in self._by_root.values():
            project_files.changed(place)

    def _torch_version(self, folder: str) -> str:
        return self._configs.of_folder(folder).torch_version

    def _listing(self, root: str) -> Listing:
        """The files of a project when they were first listed, on the disk or in git."""
        if root not in self._listings:
            self._listings[root] = self._listed(root)
        return self._listings[root]

    def _listed(self, root: str) -> Listing:
        """The files of a project now; warns once about a project that is too large."""
        found = listing(root, self._roots, self._contents, self._in_git.pop(root, None))
        if found.problem and root not in self._too_large:
            self._too_large.add(root)
            project = shown(root) or root
            self._warn(f"{project}: the project has {found.problem}, so callers in other files are not searched")
        return found


def _searched(found: Listing) -> list[str] | None:
    """The files that are searched for imports of a file and for words; None for a project that is too large."""
    return None if found.problem else found.code
