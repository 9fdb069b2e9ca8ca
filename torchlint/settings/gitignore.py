"""Gitignore patterns (https://git-scm.com/docs/gitignore#_pattern_format), matched in bounded time.

A pattern may come from a hostile repository, and a regular expression with several `*` takes minutes to reject one long
name. Here a name is matched part by part, and each `*` within a part is settled before the next one is tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import translate
from functools import cache

ANY_DEPTH = "**"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line: the parts between its slashes, whether it negates (`!`), and whether it is for folders only."""

    parts: tuple[str, ...]
    negated: bool
    folders_only: bool

    def ends(self, names: tuple[str, ...]) -> set[int]:
        """After how many of the names of a path the pattern is matched: 2 for `a/*` and `a/b/c.py`."""
        found: set[int] = set()
        states = self._with_skipped({0})
        for number, name in enumerate(names, 1):
            after = set()
            for state in states:
                if state == len(self.parts):
                    continue
                if self.parts[state] == ANY_DEPTH:
                    after.add(state)
                elif _part(self.parts[state])(name):
                    after.add(state + 1)
            states = self._with_skipped(after)
            if not states:
                break
            if len(self.parts) in states:
                found.add(number)
        return found

    def _with_skipped(self, states: set[int]) -> set[int]:
        """The states, and those behind each `**`, which may match no folder at all."""
        found = set(states)
        for state in states:
            while state < len(self.parts) and self.parts[state] == ANY_DEPTH:
                state += 1
                found.add(state)
        return found


class Gitignore:
    """The patterns of one file, or of one setting. Raises ValueError for a line that can't be one."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._patterns = [pattern for line in lines if (pattern := _pattern(line)) is not None]

    def decide(self, path: str, *, folder: bool) -> bool | None:
        """The verdict on this path, not on a folder above it: True ignored, False re-included, None no match.

        The last matching line counts. A path has slashes, and no slash at its end.
        """
        last = self._last_of_each_level(path, folder=folder).get(path.count("/") + 1)
        return None if last is None else not last.negated

    def ignores(self, path: str, *, folder: bool) -> bool:
        """Whether the path, or a folder above it, is ignored."""
        return any(not last.negated for last in self._last_of_each_level(path, folder=folder).values())

    def _last_of_each_level(self, path: str, *, folder: bool) -> dict[int, Pattern]:
        """The last pattern that matches, by how many names of the path it takes."""
        names = tuple(path.split("/"))
        return {
            end: pattern
            for pattern in self._patterns
            for end in pattern.ends(names)
            if folder or end < len(names) or not pattern.folders_only
        }


def _pattern(line: str) -> Pattern | None:
    """The pattern of a line; None for an empty line or a comment. Raises ValueError if nothing could match it."""
    text = _without_trailing_spaces(line.removesuffix("\n").removesuffix("\r"))
    if not text or text.startswith("#"):
        return None
    negated = text.startswith("!")
    text = text.removeprefix("!")
    folders_only = text.endswith("/")
    parts = text.removesuffix("/").removeprefix("/").split("/")
    if parts == [""]:
        raise ValueError(f"no name in {line!r}")
    if "/" not in text.removesuffix("/"):
        parts.insert(0, ANY_DEPTH)
    if parts[-1] == ANY_DEPTH:  # all that is inside, and not the folder itself
        parts.append("*")
    for part in parts:
        _part(part)
    return Pattern(tuple(parts), negated, folders_only)


def _without_trailing_spaces(line: str) -> str:
    """The line without the spaces at its end, but for one that a backslash keeps."""
    text = line.rstrip(" ")
    backslashes = len(text) - len(text.rstrip("\\"))
    return f"{text} " if backslashes % 2 and len(text) < len(line) else text


@cache
def _part(part: str) -> Callable[[str], object]:
    """A matcher for the name of a file or a folder."""
    return re.compile(translate(_as_fnmatch(part))).match


def _as_fnmatch(part: str) -> str:
    """A part as fnmatch reads it, which knows no backslash and no `[^...]`; of its `*` none is ever tried twice."""
    found, at = "", 0
    while at < len(part):
        char = part[at]
        if char == "\\":
            if at + 1 == len(part):
                raise ValueError(f"a backslash at the end of {part!r}")
            found += f"[{part[at + 1]}]" if part[at + 1] in "*?[" else part[at + 1]
            at += 2
        elif char == "[":
            end = _end_of_set(part, at)
            inside = part[at + 1 : end]
            found += f"[{'!' + inside[1:] if inside[0] == '^' else inside}]"
            at = end + 1
        else:
            found += char
            at += 1
    return found


def _end_of_set(part: str, start: int) -> int:
    """Where the `]` of a set is; one that comes first is a character of the set. Raises ValueError without one."""
    first = start + 1
    if part[first : first + 1] in ("!", "^"):
        first += 1
    end = part.find("]", first + 1)
    if end < 0:
        raise ValueError(f"a `[` without its `]` in {part!r}")
    return end
