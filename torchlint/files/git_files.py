"""What git knows below a folder: tracked files and those that it does not ignore."""

from __future__ import annotations

import os
from collections.abc import Callable

from torchlint.files.git import GitHangs, run_git


def git_files(root: str, warn: Callable[[str], object]) -> list[str] | None:
    """Paths below `root`, relative to it, submodules and repositories inside it included.

    None where git has nothing to say: no repository around it, no git, or a folder that is ignored as a whole.
    """
    names = _listed(root, warn)
    if names is None:
        return None
    paths: list[str] = []
    pending = [("", names)]
    while pending:
        inside, names = pending.pop()
        for name in names:
            # A folder in the list is another repository; a linked one is not entered.
            path = os.path.join(inside, name.rstrip(os.sep))
            folder = os.path.join(root, path)
            if name.endswith(".py") or not os.path.isdir(folder) or os.path.islink(folder):
                paths.append(os.path.join(inside, name))
            elif os.path.exists(os.path.join(folder, ".git")):
                pending.append((path, _listed(folder, warn) or []))
    return paths


def _listed(folder: str, warn: Callable[[str], object]) -> list[str] | None:
    """What git lists below a folder, relative to it."""
    # Git is asked in the root of its repository: elsewhere, files of the checkout could look like a repository to it.
    real = os.path.realpath(folder)
    root = repository_around(real)
    if root is None:
        return None
    inside = os.path.relpath(real, root)
    entries = _git(root, "--literal-pathspecs", "ls-files", "-z", "-co", "--exclude-standard", "--", inside, warn=warn)
    if entries is None:
        return None
    start = b"" if inside == os.curdir else os.fsencode(inside.replace(os.sep, "/")) + b"/"
    found = dict.fromkeys(entry.removeprefix(start) for entry in entries.split(b"\0") if entry)
    names = [os.fsdecode(entry).replace("/", os.sep) for entry in found]
    if not names and _git(root, "check-ignore", "-q", f"./{inside}", warn=warn) is not None:
        return None
    return [name for name in names if _is_inside(name)]


def _is_inside(name: str) -> bool:
    """Whether a relative path leads to somewhere below; an index that somebody has made may hold others."""
    return not os.path.isabs(name) and (os.pardir not in name or os.pardir not in name.split(os.sep))


def has_tracked(folder: str) -> bool:
    """Whether git tracks a file in a folder."""
    real = os.path.realpath(folder)
    root = repository_around(real)
    if root is None:
        return False
    inside = os.path.relpath(real, root)
    return bool(_git(root, "--literal-pathspecs", "ls-files", "-z", "--", inside, warn=lambda problem: None))


def repository_around(folder: str) -> str | None:
    """The closest folder that is `folder` or above it and holds a `.git`."""
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above
    return folder


def _git(folder: str, *arguments: str, warn: Callable[[str], object]) -> bytes | None:
    """The output of a git command, or None where it fails; what it warns of is passed on."""
    try:
        done = run_git(folder, *arguments)
    except GitHangs as problem:
        warn(f"{problem}; its files are listed without it")
        return None
    if done is None or done.returncode:
        return None
    for line in os.fsdecode(done.stderr).splitlines():
        warn(line.removeprefix("warning: "))
    return done.stdout
