"""Gitignore patterns: the one glob language of every option and every key."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from torchlint.files.paths import relative

if TYPE_CHECKING:
    from torchlint.settings.gitignore import Gitignore

_SEPARATOR = re.compile(r"(?<!\\)(?:\\\\)*\\\w")
SPECIAL = frozenset("*?[]!#\\/ ")


@dataclass(frozen=True, slots=True)
class Patterns:
    """Gitignore lines, and the folder that lines with a slash are anchored to."""

    base: str
    lines: tuple[str, ...]

    def match(self, path: str, *, folder: bool = False) -> bool:
        """Whether the lines match the absolute `path`, or a folder above it and below the base."""
        inside = relative(path, self.base)
        lines = self.lines if inside is not None else tuple(line for line in self.lines if _floats(line))
        name = os.path.basename(path) if inside is None else inside
        if not lines or not name:
            return False
        names = _plain_names(lines)
        if names is not None:
            return not names.isdisjoint(name.split("/"))
        return _spec(lines).ignores(name, folder=folder)

    def lifted(self, root: str) -> Patterns:
        """These lines without those that match the folder `root`: a folder given by name is always checked."""
        return _lifted(self, root)


def decide(lines: tuple[str, ...], name: str, *, folder: bool) -> bool | None:
    """What one ignore file says about a path below it: True ignored, False re-included with `!`, None no match."""
    return _spec(lines).decide(name, folder=folder)


def invalid(line: str) -> str | None:
    """What is wrong with a pattern, or None."""
    if not line.strip():
        return "an empty pattern"
    if SPECIAL.isdisjoint(line):
        return None
    try:
        _spec((line,))
    except ValueError as error:
        return str(error)
    return None


def has_folders_of_windows(line: str) -> bool:
    """Whether a line has backslashes between folders: before a letter, there is nothing to escape."""
    return _SEPARATOR.search(line) is not None


def _floats(line: str) -> bool:
    return "/" not in line.rstrip("/")


@cache
def _lifted(patterns: Patterns, root: str) -> Patterns:
    kept = (line for line in patterns.lines if not Patterns(patterns.base, (line,)).match(root, folder=True))
    return Patterns(patterns.base, tuple(kept))


@cache
def _plain_names(lines: tuple[str, ...]) -> frozenset[str] | None:
    """The lines as a set if each is a bare name, as the defaults are; then gitignore.py need not be imported."""
    return frozenset(lines) if all(SPECIAL.isdisjoint(line) for line in lines) else None


@cache
def _spec(lines: tuple[str, ...]) -> Gitignore:
    from torchlint.settings.gitignore import Gitignore

    return Gitignore(lines)
