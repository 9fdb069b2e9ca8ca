"""The files of a project: its Python code, and what says which packages it needs, whichever of them are checked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from torchlint.files.contents import Contents
from torchlint.files.git_files import git_files
from torchlint.files.walk import TooMany, walk
from torchlint.project.root import ProjectRoots
from torchlint.settings.config import EXCLUDE

_CODE = (".py", ".ipynb")
_CONFIGURATION = (".yaml", ".yml")
_LARGEST = 100_000  # bytes of what is no code
# Folders that hold no code of a project. What the settings exclude is not checked, and is part of it all the same.
_NOT_OF_PROJECTS = frozenset(EXCLUDE.split())
# More files and folders than this are not listed: that is a disk, or a data set, in which a few programs lie.
MOST_ENTRIES = 500_000


@dataclass(slots=True)
class Listing:
    """The absolute paths of a project's Python files and notebooks, of what may say what it needs, and of YAML files.

    `problem` says why the project is too large for looking through its files; empty if it is not.
    """

    code: list[str] = field(default_factory=list)
    requirements: list[str] = field(default_factory=list)
    configuration: list[str] = field(default_factory=list)
    problem: str = ""


def listing(root: str, roots: ProjectRoots, contents: Contents, in_git: list[str] | None = None) -> Listing:
    """The files of the project below a root; `in_git` is what git has just said is there.

    What git ignores is no part of it, nor are the projects inside it: other repositories, installed packages.
    """
    from torchlint.project.dependencies import MOST_FILES
    from torchlint.project.requirements import says_what_is_needed

    found = Listing()
    inside, keep = os.path.join(root, ""), _Folders(root, roots)
    try:
        for path in contents.listed(root, _on_disk(root, roots, keep, in_git)):
            is_code, is_requirement = path.endswith(_CODE), says_what_is_needed(path)
            if not (is_code or is_requirement or path.endswith(_CONFIGURATION)) or not keep(os.path.dirname(path)):
                continue
            if is_code:
                found.code.append(inside + path)
            elif _is_small(inside + path):
                (found.requirements if is_requirement else found.configuration).append(inside + path)
    except TooMany:
        return Listing(problem=f"more than {MOST_ENTRIES:,} files and folders")
    if len(found.code) > MOST_FILES:
        found.problem = f"more than {MOST_FILES:,} Python files"
    return found


class _Folders:
    """Which folders below a root, by their paths relative to it, are part of its project."""

    def __init__(self, root: str, roots: ProjectRoots) -> None:
        self._root, self._roots = root, roots
        self._known: dict[str, bool] = {"": True}

    def __call__(self, folder: str) -> bool:
        below: list[str] = []
        here = folder
        while here not in self._known:
            below.append(here)
            here = os.path.dirname(here)
        kept = self._known[here]
        for each in reversed(below):
            kept = kept and os.path.basename(each) not in _NOT_OF_PROJECTS and self._is_of_root(each)
            self._known[each] = kept
        return kept

    def _is_of_root(self, folder: str) -> bool:
        return self._roots.of(os.path.join(self._root, folder)) == self._root


def _on_disk(root: str, roots: ProjectRoots, keep: _Folders, in_git: list[str] | None) -> Iterable[str]:
    """The paths of files below a root, relative to it."""
    if roots.is_shared(root):
        return _right_in(root)
    below = in_git if in_git is not None else git_files(root, _ignore)
    return walk(root, keep, _ignore, most=MOST_ENTRIES) if below is None else below


def _right_in(folder: str) -> Iterator[str]:
    """The names of the Python files in a folder, sorted."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(_CODE))
    except OSError:
        return
    yield from names


def _ignore(problem: str) -> None:
    """What can't be read is reported where it is named on the command line."""


def _is_small(path: str) -> bool:
    return not os.path.isfile(path) or os.path.getsize(path) <= _LARGEST
