"""Paths as they are written: whether one is below another, and how people read it. Nothing is looked up."""

from __future__ import annotations

import os
from collections.abc import Sequence

DASH = "-"  # standard output in place of a file, standard input in place of a path


def is_below(path: str, folder: str) -> bool:
    """Whether a path is that of a folder or of something in it, as both are written; on Windows in any case."""
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(_in(folder))


def relative(path: str, base: str) -> str | None:
    """`path` as seen from the folder `base`, with slashes; None where it is not below it, "" for the base itself."""
    if not is_below(path, base):
        return None
    return path[len(_in(base)) :].replace(os.sep, "/")


def _in(folder: str) -> str:
    """What the paths in a folder begin with; `os.path.join` adds no separator to a share of Windows."""
    return folder if folder.endswith(os.sep) else f"{folder}{os.sep}"


def from_folder(path: str, folder: str) -> str:
    """The absolute `path` as seen from a folder, with slashes and `..`; whole where it is on another drive."""
    try:
        return os.path.relpath(path, folder).replace(os.sep, "/")
    except ValueError:
        return path.replace(os.sep, "/")


def command_line(words: Sequence[str]) -> str:
    """A command as it is typed: quoted for a POSIX shell, and on Windows for cmd and PowerShell."""
    if os.name == "nt":
        from subprocess import list2cmdline

        return list2cmdline(words)
    from shlex import join

    return join(words)


def shown(path: str) -> str:
    """The absolute `path` as people read it: relative to the working directory where it lies below that."""
    return relative(path, os.getcwd()) or path
