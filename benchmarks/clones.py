"""Clones of public repositories in a folder, and the files of one commit, unpacked without a checkout."""

from __future__ import annotations

import io
import subprocess
import tarfile
from fnmatch import fnmatchcase
from pathlib import Path


def clone_of(clones: Path, repository: str) -> Path | None:
    """The git directory of a repository, OWNER+NAME or OWNER/NAME below a folder of clones, bare or not."""
    owner, _, name = repository.partition("/")
    for folder in (clones / f"{owner}+{name}", clones / owner / name):
        for place in (folder / ".git", folder / "repo", folder):
            if (place / "HEAD").is_file():
                return place
    return None


def fetch(repository: str, commit: str, clone: Path) -> None:
    """Make a bare clone that has this one commit of a repository on GitHub. Raises CalledProcessError."""
    git(clone, "init", "--quiet", "--bare", str(clone))
    address = f"https://github.com/{repository}"
    git(clone, "-c", "credential.helper=", "fetch", "--quiet", "--no-tags", "--depth=1", address, commit)


def git(clone: Path, *arguments: str) -> bytes:
    """What a git command prints. Raises CalledProcessError."""
    command = ["git", f"--git-dir={clone}", *arguments]
    return subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout


def unpack(clone: Path, commit: str, folder: Path, *patterns: str) -> bool:
    """Write the regular files of a commit that match below a folder, and nothing else; False if the clone lacks it."""
    try:
        git(clone, "cat-file", "-e", f"{commit}^{{commit}}")
        listed = git(clone, "ls-tree", "-r", "-z", "--name-only", commit).decode("utf-8", "surrogateescape").split("\0")
    except subprocess.CalledProcessError:
        return False
    # git refuses a pattern that nothing matches
    used = [pattern for pattern in patterns if any(_is_in(name, pattern) for name in listed)]
    if not used:
        return True
    with tarfile.open(fileobj=io.BytesIO(git(clone, "archive", commit, "--", *used))) as archive:
        for member in archive:
            code = archive.extractfile(member) if member.isfile() else None
            target = folder / member.name
            if code is not None and folder.resolve() in target.resolve().parents:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(code.read())
    return True


def _is_in(name: str, pattern: str) -> bool:
    """Whether git's pattern, a folder or a glob whose stars match slashes, too, covers a file."""
    return name.startswith(f"{pattern}/") or fnmatchcase(name, pattern)
