"""The root of the project that a folder belongs to, recognised by that folder and those above it alone.

Neither the working directory nor an option of the command line matters: a file is analysed as part of the same project
wherever torchlint is started, and whichever paths are checked.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from torchlint.project.import_root import imports_lead_here
from torchlint.project.requirements import is_about_a_part

# What version control systems keep at the top of a working copy; of git, a file in submodules and worktrees.
REPOSITORY = (".git", ".hg", ".jj", ".sl", ".svn", ".bzr")
_IN_FOLDERS = tuple(os.sep + name for name in REPOSITORY)
# Files at the top of a project, and files that declare which packages it needs.
MARKERS = ("torchlint.toml", ".torchlint.toml", "pyproject.toml", "setup.py", "setup.cfg")
# Files at the top of an archive of a repository without any of the above: most student projects.
ARCHIVE = ("LICENSE", "LICENSE.txt", "LICENSE.md", ".gitignore")
REQUIREMENTS = ("requirements.txt", "environment.yml", "environment.yaml", "Pipfile")
# Where package managers put the projects of others, side by side.
_INSTALLED = frozenset(("site-packages", "dist-packages", "node_modules"))
# Folders of a home folder in which unrelated files lie side by side.
_LOOSE = ("Desktop", "Documents", "Downloads")


class ProjectRoots:
    """Finds the roots of projects, memoised by folder."""

    def __init__(self) -> None:
        self._shared = frozenset(map(os.path.normcase, _shared_folders()))
        self._roots: dict[str, str] = {}
        self._real: dict[str, str] = {}
        self._repositories: dict[str, str | None] = {}
        self._marked: dict[str, str | None] = {}
        self._archives: dict[str, str | None] = {}
        self._holds_python: dict[str, bool] = {}
        self._import_roots: dict[str, bool] = {}

    def of(self, folder: str) -> str:
        """The root of the project that an absolute folder belongs to.

        A folder behind a symbolic link belongs to the project around its real path.
        """
        if folder not in self._roots:
            root, real = self._lexical(folder), self.real(folder)
            if real != folder and self.real(root) != (actual := self._lexical(real)):
                root = actual
            self._roots[folder] = root
        return self._roots[folder]

    def is_shared(self, folder: str) -> bool:
        """Whether a folder contains unrelated things: `/`, a home, `/tmp`, site-packages.

        It is not a project. A file directly in it forms a project with the files beside it, without subfolders.
        """
        if os.path.dirname(folder) == folder or os.path.basename(folder) in _INSTALLED:
            return True
        return os.path.normcase(folder) in self._shared

    def real(self, folder: str) -> str:
        """A folder's path without symbolic links."""
        below: list[str] = []
        here = folder
        while here not in self._real and (above := os.path.dirname(here)) != here:
            below.append(here)
            here = above
        self._real.setdefault(here, here)
        for each in reversed(below):
            above, name = os.path.split(each)
            self._real[each] = os.path.realpath(each) if os.path.islink(each) else os.path.join(self._real[above], name)
        return self._real[folder]

    def _lexical(self, folder: str) -> str:
        """The root according to the folder's path, without resolving links."""
        return (
            self._nearest(folder, self._repositories, _is_repository)
            or self._nearest(folder, self._marked, _is_marked)
            or self._nearest(folder, self._archives, _is_archive)
            or self._top_of_code(folder)
        )

    def _nearest(self, folder: str, known: dict[str, str | None], holds: Callable[[str], bool]) -> str | None:
        """The closest folder from `folder` upwards for which `holds` is true, below shared folders."""
        passed: list[str] = []
        found = None
        while folder not in known and not self.is_shared(folder):
            passed.append(folder)
            if holds(folder):
                found = folder
                break
            folder = os.path.dirname(folder)
        else:
            found = known.get(folder)
        known.update(dict.fromkeys(passed, found))
        return found

    def _top_of_code(self, folder: str) -> str:
        """The topmost folder reached from `folder` through folders with Python files, or that imports start from."""
        while not self.is_shared(folder):
            above = os.path.dirname(folder)
            if self.is_shared(above):
                break
            if self._has_python(above) or self._is_import_root(above):
                folder = above
                continue
            higher = os.path.dirname(above)  # `src/models` and `src/train`, or `code/tools/train` and `code/main.py`
            if self.is_shared(higher) or not self._is_import_root(higher):
                break
            folder = higher
        return folder

    def _is_import_root(self, folder: str) -> bool:
        if folder not in self._import_roots:
            self._import_roots[folder] = imports_lead_here(folder, self._is_project)
        return self._import_roots[folder]

    def _is_project(self, folder: str) -> bool:
        """Whether a folder is a project of its own by what is in it."""
        return _is_repository(folder) or _is_marked(folder) or _is_archive(folder)

    def _has_python(self, folder: str) -> bool:
        if folder not in self._holds_python:
            try:
                with os.scandir(folder) as entries:
                    self._holds_python[folder] = any(entry.name.endswith((".py", ".ipynb")) for entry in entries)
            except OSError:
                self._holds_python[folder] = False
        return self._holds_python[folder]


def project_root(folder: str) -> str:
    """The root of the project that an absolute folder belongs to, without the memo."""
    return ProjectRoots().of(folder)


def place_in(root: str, path: str) -> str:
    """The absolute path of a file within the project below a root, also if a link from elsewhere led to it."""
    absolute = os.path.abspath(path)
    if absolute.startswith(os.path.join(root, "")):
        return absolute
    folder, name = os.path.split(absolute)
    return os.path.join(os.path.realpath(folder), name)


def _is_repository(folder: str) -> bool:
    # This runs for every folder: `os.access` raises no exception internally, as `os.path.exists` does.
    return any(os.access(folder + name, os.F_OK) for name in _IN_FOLDERS)


def _is_marked(folder: str) -> bool:
    if any(os.path.isfile(os.path.join(folder, name)) for name in MARKERS):
        return True
    if not any(os.path.isfile(os.path.join(folder, name)) for name in REQUIREMENTS):
        return False
    return not is_about_a_part(os.path.basename(folder))


def _is_archive(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, name)) for name in ARCHIVE)


def _shared_folders() -> set[str]:
    """The folders of this machine and user that are never a project."""
    home = os.path.expanduser("~")
    tops = {home, os.environ.get("ONEDRIVE", "")}  # Windows may keep the documents there
    found = {*tops, *(os.path.join(top, name) for top in tops for name in _LOOSE), os.path.join(os.sep, "tmp")}
    found |= {os.path.join(os.sep, "var", "tmp"), *(os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))}
    above = os.path.dirname(home)
    if os.path.basename(above).casefold() in ("home", "users"):
        found.add(above)
    absolute = {os.path.normpath(path) for path in found if os.path.isabs(path)}
    return absolute | {os.path.realpath(path) for path in absolute}
