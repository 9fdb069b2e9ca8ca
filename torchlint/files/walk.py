"""The files below a folder, read from the disk, less what its .gitignore files name."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice

from torchlint.files.git_files import repository_around
from torchlint.files.paths import relative
from torchlint.files.regular_file import read_regular
from torchlint.settings.patterns import Patterns, decide, invalid

Ignores = tuple[tuple[str, tuple[str, ...]], ...]  # folders with a .gitignore, outermost first, and its lines
_LARGEST_IGNORES = 1_000_000  # bytes of a .gitignore


class TooMany(Exception):
    """There are more files and folders than somebody wanted to see."""


def walk(
    root: str,
    enter: Callable[[str], bool],
    warn: Callable[[str], object],
    *,
    gitignore: bool = True,
    most: int | None = None,
) -> Iterator[str]:
    """Paths of the files below `root`, relative to it; links to folders are not followed.

    `enter` says of a folder, relative to the root, whether to look into it. `warn` gets a line for each folder that
    can't be read. Raises TooMany where there are more than `most` files and folders, in the order of the disk.
    """
    pending = [("", _above(root) if gitignore else ())]
    seen = 0
    while pending:
        folder, ignores = pending.pop()
        place = os.path.join(root, folder) if folder else root
        try:
            with os.scandir(place) as entries:
                some = entries if most is None else islice(entries, most - seen + 1)
                listed = sorted(some, key=lambda entry: entry.name)
        except OSError as error:
            warn(f"{place}: {error.strerror or error}")
            continue
        seen += len(listed)
        if most is not None and seen > most:
            raise TooMany
        if gitignore:
            ignores += _own(place)
        for entry in listed:
            below = os.path.join(folder, entry.name)
            is_folder = entry.is_dir(follow_symlinks=False)
            if _ignored(entry.path, ignores, is_folder):
                continue
            if is_folder and enter(below):
                pending.append((below, ignores))
            elif not is_folder:
                yield below


def _above(root: str) -> Ignores:
    """The .gitignore files above the root, up to the top of its repository, without what would ignore all of it."""
    top, folder = repository_around(root), root
    ignores: Ignores = ()
    while top is not None and folder != top:
        folder = os.path.dirname(folder)
        ignores = tuple((base, Patterns(base, lines).lifted(root).lines) for base, lines in _own(folder)) + ignores
    return ignores


def _own(folder: str) -> Ignores:
    try:
        data = read_regular(os.path.join(folder, ".gitignore"), most=_LARGEST_IGNORES, links=False)  # as git reads it
    except OSError:
        return ()
    lines = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n").split("\n")
    return ((folder, tuple(line for line in lines if invalid(line) is None)),)


def _ignored(path: str, ignores: Ignores, folder: bool) -> bool:
    """Whether the innermost .gitignore that says anything about a path ignores it."""
    for base, lines in reversed(ignores):
        decision = decide(lines, relative(path, base) or "", folder=folder)
        if decision is not None:
            return decision
    return False
