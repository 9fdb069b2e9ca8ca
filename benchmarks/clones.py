"""Clones of public repositories in a folder, and the files of one commit, unpacked without a checkout."""

from __future__ import annotations

import io
import subprocess
from fnmatch import fnmatchcase
from pathlib import Path

_REGULAR = ("100644", "100755")  # modes of files, as opposed to links


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


def git(clone: Path, *arguments: str, given: bytes | None = None) -> bytes:
    """What a git command prints that is `given` some input. Raises CalledProcessError."""
    command = ["git", f"--git-dir={clone}", *arguments]
    return subprocess.run(command, check=True, capture_output=True, input=given or b"").stdout


def unpack(clone: Path, commit: str, folder: Path, *patterns: str) -> bool:
    """Write the regular files of a commit that match below a folder, and nothing else; False if the clone lacks it.

    A copy of a repository may lack the contents of large files; these are left out.
    """
    try:
        git(clone, "cat-file", "-e", f"{commit}^{{commit}}")
        listed = git(clone, "ls-tree", "-r", "-z", commit).decode("utf-8", "surrogateescape").split("\0")
    except subprocess.CalledProcessError:
        return False
    wanted = []
    for line in listed[:-1]:
        described, _, name = line.partition("\t")
        mode, _, blob = described.split()
        if mode in _REGULAR and any(_is_in(name, pattern) for pattern in patterns):
            wanted.append((name, blob))
    contents = io.BytesIO(git(clone, "cat-file", "--batch", given="".join(f"{blob}\n" for _, blob in wanted).encode()))
    for name, _ in wanted:
        *_, size = contents.readline().split()
        if size == b"missing":
            continue
        content = contents.read(int(size))
        contents.read(1)  # the end of the line
        target = folder / name
        if folder.resolve() in target.resolve().parents:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return True


def _is_in(name: str, pattern: str) -> bool:
    """Whether a pattern, a folder or a glob whose stars match slashes, too, covers a file."""
    return name.startswith(f"{pattern}/") or fnmatchcase(name, pattern)
