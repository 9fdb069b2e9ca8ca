"""Whether imports show that a folder is the top of a project that no file marks as one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

# Folders that programs put on Python's path, by an installation or with `sys.path.insert`.
ON_THE_PATH = ("src", "lib")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\(?[ \t]*([^\n#)]*)|import[ \t]+([\w., \t]+))", re.MULTILINE
)
# A folder with more than this is a collection of projects, or holds data.
_MOST_FOLDERS, _MOST_ENTRIES = 100, 2_000
_MOST_FILES = 300  # of all folders together
_READ = 16_000  # bytes of a file: imports come first
_DEEPEST = 2


class _Import(NamedTuple):
    """One import: the number of leading dots, the module's parts, and the imported names."""

    dots: int
    module: list[str]
    names: list[str]


def imports_lead_here(top: str, is_project: Callable[[str], bool]) -> bool:
    """Whether a Python file in a folder, or up to two folders below it, imports code by its path from this folder.

    `scripts/train.py` with `from models.net import Net` shows it for the folder of `scripts` and `models`. Imports that
    a closer folder explains show nothing, and neither do the files of folders that are projects of their own, which
    `is_project` says.
    """
    return any(
        _leads_to(top, folder, one)
        for path in _python_files(top, is_project)
        for folder in (os.path.dirname(path),)
        for one in _imports(path)
    )


def _leads_to(top: str, folder: str, one: _Import) -> bool:
    if one.dots:
        above = folder
        for _ in range(one.dots - 1):
            above = os.path.dirname(above)
        return above == top != folder and _is_there(top, one)
    here = folder
    while here != top:
        if _names_code(here, one.module[0]):
            return False
        here = os.path.dirname(here)
    return any(_is_there(base, one) for base in (top, *(os.path.join(top, name) for name in ON_THE_PATH)))


def _names_code(folder: str, name: str) -> bool:
    path = os.path.join(folder, name)
    return os.path.isdir(path) or os.path.isfile(f"{path}.py")


def _is_there(base: str, one: _Import) -> bool:
    """Whether an import, seen from a folder, leads to code: a package, a file, or a file of a folder that it names."""
    path = os.path.join(base, *one.module)
    if one.module and os.path.isfile(f"{path}.py"):
        return True
    # A folder alone may hold anything: `datasets` is a library, and where people put their data.
    return os.path.isfile(os.path.join(path, "__init__.py")) or any(_names_code(path, name) for name in one.names)


def _imports(path: str) -> Iterator[_Import]:
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            text = file.read(_READ).decode("utf-8", "replace")
    except OSError:
        return
    for dots, origin, names, plain in _IMPORT.findall(text):
        if plain:
            modules = (part.split()[0] for part in plain.split(",") if part.strip())
            yield from (_Import(0, module.split("."), []) for module in modules if module.strip("."))
        elif dots or origin:
            yield _Import(
                len(dots),
                origin.split(".") if origin else [],
                [part.split()[0] for part in names.split(",") if part.strip()],
            )


def _without_waiting(path: str, flags: int) -> int:
    """Open a file that may have become a FIFO since it was listed."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _python_files(top: str, is_project: Callable[[str], bool]) -> Iterator[str]:
    """The Python files to look at; none if there are so many folders that they can hardly be one project."""
    left = _MOST_FILES
    level = [top]
    for _ in range(_DEEPEST + 1):
        below: list[str] = []
        for folder in level:
            files, folders = _entries(folder)
            yield from files[:left]
            left -= len(files)
            if left <= 0:
                return
            below += [each for each in folders if not is_project(each)]
        if len(below) > _MOST_FOLDERS:
            return
        level = below


def _entries(folder: str) -> tuple[list[str], list[str]]:
    """The Python files and the folders in a folder, sorted; of a folder that holds data, only the first."""
    files: list[str] = []
    folders: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for _, entry in zip(range(_MOST_ENTRIES), entries):
                if entry.name.endswith(".py"):
                    files += [entry.path] if entry.is_file() else []  # no FIFO, whose opening may wait forever
                elif entry.name.isidentifier() and not entry.name.startswith("__") and entry.is_dir():
                    folders.append(entry.path)
    except OSError:
        pass
    return sorted(files), sorted(folders)
