"""The files that the paths on the command line stand for."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from torchlint.files.git_files import git_files
from torchlint.files.paths import relative
from torchlint.files.regular_file import leads_out
from torchlint.files.source import NOTEBOOK
from torchlint.files.walk import walk
from torchlint.project.root import project_root
from torchlint.settings.config import Configs
from torchlint.settings.patterns import Patterns

SUFFIXES = (".py", ".pyw", NOTEBOOK)
NAMED_SUFFIXES = (*SUFFIXES, ".pyi", "")  # what may be Python where it is asked for by name: scripts have no suffix


@dataclass(slots=True)
class Found:
    """What the paths led to: files as people read their names, sorted by where they are; and what could not be read."""

    files: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)  # a path that was asked for by name
    warnings: list[str] = field(default_factory=list)  # something below one
    skipped: list[str] = field(default_factory=list)  # what was asked for by name and is not Python
    in_git: dict[str, list[str]] = field(default_factory=dict, compare=False)  # what git has said is below a folder


def discover(paths: Iterable[str], configs: Configs) -> Found:
    """The Python files and notebooks that `paths` name, and those in the folders that they name; raises ConfigError."""
    found = Found()
    here = os.getcwd()
    files: dict[str, str] = {}  # absolute path: path as shown
    named: set[str] = set()
    for path in dict.fromkeys(paths):
        try:
            mode = os.stat(path).st_mode
        except OSError as error:
            found.failures.append(f"{path or repr(path)}: {error.strerror or error}")
            continue
        absolute = os.path.abspath(path)
        if _is_forced_out(absolute, stat.S_ISDIR(mode), configs):
            continue
        if stat.S_ISDIR(mode):
            inside = os.path.join(absolute, "")
            for below in _inside(absolute, _python_files(path, absolute, configs, found)):
                whole = inside + below
                files.setdefault(whole, relative(whole, here) or os.path.join(path, below))
        elif os.path.splitext(path)[1] not in NAMED_SUFFIXES:
            found.skipped.append(path)
            found.warnings.append(f"{path} is not a Python file and was skipped")
        else:
            files.setdefault(absolute, as_shown(path))
            named.add(absolute)
    found.files = [files[path] for path in sorted(_without_twins(files, named))]
    return found


def as_shown(path: str) -> str:
    """The path relative to the working directory where it lies below that, else as given."""
    return relative(os.path.abspath(path), os.getcwd()) or path


def is_excluded(path: str, configs: Configs, *, folder: bool = False, root: str | None = None) -> bool:
    """Whether the patterns that hold where the absolute `path` lies name it.

    `root` is the folder that was asked for by name: patterns that would exclude it as a whole do not count.
    """
    return any(each.match(path, folder=folder) for each in _patterns(path, configs, root))


def _patterns(path: str, configs: Configs, root: str | None) -> list[Patterns]:
    """The patterns that hold for a path, and for all beside it."""
    return [each.lifted(root) if root else each for each in configs.of_file(path).exclude]


def _is_forced_out(path: str, folder: bool, configs: Configs) -> bool:
    return configs.of_file(path).force_exclude and is_excluded(path, configs, folder=folder)


def _python_files(given: str, root: str, configs: Configs, found: Found) -> list[str]:
    """The Python files and notebooks below a folder, relative to it, without what is excluded or ignored."""
    keeps: dict[str, bool] = {"": True}  # folders below the root

    def keep(folder: str) -> bool:
        unknown = []
        while folder not in keeps:
            unknown.append(folder)
            folder = os.path.dirname(folder)
        kept = keeps[folder]
        for folder in reversed(unknown):
            kept = kept and not is_excluded(os.path.join(root, folder), configs, folder=True, root=root)
            keeps[folder] = kept
        return kept

    respect = configs.of_folder(root).respect_gitignore
    below: Iterable[str] | None = None
    if respect and (in_git := git_files(root, found.warnings.append)) is not None:
        below = found.in_git[root] = in_git
    if below is None:
        try:
            os.scandir(root).close()
        except OSError as error:
            found.failures.append(f"{given}: {error.strerror or error}")
            return []
        below = walk(root, keep, found.warnings.append, gitignore=respect)
    kept = []
    of_folders: dict[str, list[Patterns]] = {}
    inside = os.path.join(root, "")
    for path in below:
        if not path.endswith(SUFFIXES):
            continue
        folder, whole = os.path.dirname(path), inside + path
        if not keep(folder):
            continue
        if folder not in of_folders:
            of_folders[folder] = _patterns(whole, configs, root)
        if not any(each.match(whole) for each in of_folders[folder]):
            kept.append(path)
    return kept


def _inside(root: str, paths: Iterable[str]) -> list[str]:
    """The paths below a folder without links that lead out of it, and out of its project.

    A report quotes what it is about, and a link may lead to any file of the user's.
    """
    project = project_root(root)
    folders: dict[str, bool] = {}  # whether they are inside

    def is_inside(path: str) -> bool:
        folder = os.path.dirname(path)
        if folder not in folders:
            folders[folder] = not leads_out(os.path.join(root, folder), root, project)
        whole = os.path.join(root, path)
        return folders[folder] and not (os.path.islink(whole) and leads_out(whole, root, project))

    return [path for path in paths if is_inside(path)]


def _without_twins(files: Iterable[str], named: Collection[str]) -> list[str]:
    """The paths of files, and what was named, without links to others among them.

    Two hard links are two files to whoever edits them.
    """
    by_file: dict[tuple[int, int], list[str]] = {}
    for path in files:
        try:
            status = os.stat(path)
        except OSError:  # deleted a moment ago
            continue
        if not stat.S_ISREG(status.st_mode) and path not in named:
            continue
        by_file.setdefault((status.st_dev, status.st_ino), []).append(path)
    kept: list[str] = []
    for paths in by_file.values():
        if len(paths) == 1:
            kept += paths
        else:
            by_target = {os.path.realpath(path): path for path in sorted(paths, reverse=True)}
            kept += (target if target in paths else path for target, path in by_target.items())
    return kept
