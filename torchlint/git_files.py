"""What git knows below a folder: tracked files and those that it does not ignore."""

from __future__ import annotations

import os
from collections.abc import Callable

from torchlint.git import run_git


def git_files(root: str, warn: Callable[[str], object]) -> list[str] | None:
    """Paths below `root`, relative to it, submodules and repositories inside it included.

    None where git has nothing to say: no repository around it, no git, or a folder that is ignored as a whole.
    """
    if repository_around(root) is None:
        return None
    entries = _git(root, "ls-files", "-z", "-co", "--exclude-standard", warn=warn)
    if entries is None:
        return None
    names = [os.fsdecode(entry).replace("/", os.sep) for entry in dict.fromkeys(entries.split(b"\0")) if entry]
    if not names and _git(root, "check-ignore", "-q", ".") is not None:
        return None
    paths: list[str] = []
    for name in names:
        # A folder in the list is another repository; a linked one is not entered.
        folder = os.path.join(root, name.rstrip(os.sep))
        if name.endswith(".py") or not os.path.isdir(folder) or os.path.islink(folder):
            paths.append(name)
        elif os.path.exists(os.path.join(folder, ".git")):
            paths += (os.path.join(name.rstrip(os.sep), below) for below in git_files(folder, warn) or ())
    return paths


def repository_around(folder: str) -> str | None:
    """The closest folder that is `folder` or above it and holds a `.git`."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _git(folder: str, *arguments: str, warn: Callable[[str], object] | None = None) -> bytes | None:
    """The output of a git command, or None where it fails; what it warns of is passed on."""
    done = run_git(folder, *arguments)
    if done is None or done.returncode:
        return None
    if warn is not None:
        for line in os.fsdecode(done.stderr).splitlines():
            warn(line.removeprefix("warning: "))
    return done.stdout
