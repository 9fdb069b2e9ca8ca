"""What has changed in a git repository: since a revision, or between the last commit and the index."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NoReturn

from torchlint.files.git import GitHangs, run_git
from torchlint.files.paths import shown
from torchlint.files.regular_file import LARGEST, too_large
from torchlint.settings.keys import ConfigError

_PARTIAL = "this is a partial clone, and torchlint downloads nothing; `git diff REVISION` fetches the missing files"
_MOST_FILTERS = 100
_FILTER_OFF = ("clean=", "smudge=", "process=", "required=false")
_FILES = ("100644", "100755")  # a link and a submodule are something else
_SHALLOW = (
    "; this clone is shallow: fetch more of its history (`git fetch --unshallow`, `fetch-depth: 0` in actions/checkout)"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One file before and after, by absolute paths; a blob is "" where there is none, or where it is on the disk."""

    path: str
    blob: str
    old_path: str
    old_blob: str
    is_there: bool = True


class Checkout:
    """One repository, by the folder that its files are in. `option` is what people have asked for, and see in errors.

    All methods raise ConfigError where git can't answer.
    """

    def __init__(self, root: str, option: str) -> None:
        self.root, self._option = root, option

    def merge_base(self, revision: str) -> str:
        """The commit where the history of a revision and that of HEAD part."""
        commit = self._commit(revision)
        done = self._git("merge-base", commit, self._commit("HEAD"))
        if done is None:
            hint = _SHALLOW if self._is_shallow() else ""
            self._refuse(f"'{revision}' and HEAD have no commit in common{hint}")
        return done.decode().strip()

    def changes(self, base: str | None, *, staged: bool = False) -> dict[str, Change]:
        """What differs from a commit, of tracked files on the disk or in the index, by absolute path; renames followed.

        Without a base, what differs from the last commit, if there is one yet. Deleted files are there as such.
        """
        cached = ["--cached"] if staged else []
        found = self._differing(*cached, *([base] if base else []), index=_index_of(self.root) if staged else None)
        return {change.path: change for change in found}

    def unstaged(self) -> dict[str, Callable[[], bytes] | None]:
        """How to read the files in the index that are something else on the disk."""
        found = self._differing(index=_index_of(self.root))
        return {change.old_path: self.reader(change.old_blob) for change in found if change.old_blob}

    def tracked(self) -> set[str]:
        """The absolute paths of all files that git knows."""
        return {self._path(name) for name in self._must("ls-files", "-z").split(b"\0") if name}

    def reader(self, blob: str) -> Callable[[], bytes]:
        """How to read a blob."""
        return partial(self._contents, blob)

    def _contents(self, blob: str) -> bytes:
        if int(self._must("cat-file", "-s", blob)) > LARGEST:
            self._refuse(f"git has a version of a file in {shown(self.root)} that is {too_large()}")
        return self._must("cat-file", "blob", blob)

    def _differing(self, *arguments: str, index: str | None) -> Iterator[Change]:
        options = ("--raw", "-z", "-M", "-l400", "--no-abbrev", "--ignore-submodules=all")
        harmless = ("--no-ext-diff", "--no-textconv", "-O/dev/null")
        fields = iter(self._must("diff", *options, *harmless, *arguments, "--", index=index).split(b"\0"))
        for field in fields:
            if not field.startswith(b":"):
                continue  # what is behind the last
            old_mode, mode, old_blob, blob, status = field[1:].decode().split(" ")
            old_path = path = self._path(next(fields))
            if status[0] in "RC":
                path = self._path(next(fields))
            if status == "U":
                self._refuse(f"{shown(path)} has conflicts: resolve and add it first")
            yield Change(
                path,
                _blob(mode, blob),
                old_path,
                _blob(old_mode, old_blob),
                is_there=mode in _FILES,
            )

    def _commit(self, revision: str) -> str:
        done = None
        if revision and not revision.startswith("-"):
            done = self._git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if done is None:
            hint = _SHALLOW if self._is_shallow() else ""
            self._refuse(f"'{revision}' is not a commit in {shown(self.root)}{hint}")
        return done.decode().strip()

    def _is_shallow(self) -> bool:
        return self._git("rev-parse", "--is-shallow-repository") == b"true\n"

    def _path(self, name: bytes) -> str:
        return os.path.join(self.root, os.fsdecode(name).replace("/", os.sep))

    def _must(self, *arguments: str, index: str | None = None) -> bytes:
        """The output of a command that does not fail."""
        done = self._git(*arguments, index=index)
        if done is None:
            self._refuse(f"`git {arguments[0]}` failed in {shown(self.root)}")
        return done

    def _git(self, *arguments: str, index: str | None = None) -> bytes | None:
        """The output of a command, None for a plain no; raises ConfigError for what git itself complains about."""
        try:
            done = run_git(self.root, *arguments, index=index, config=self._config)
        except GitHangs as problem:
            self._refuse(str(problem))
        if done is None:
            self._refuse("git is not installed")
        if done.returncode == 0:
            return done.stdout
        if message := os.fsdecode(done.stderr).strip():
            is_partial = run_git(self.root, "config", "--get-regexp", r"^remote\..*\.promisor$")
            self._refuse(_PARTIAL if is_partial and is_partial.stdout else message.splitlines()[0])
        return None

    @cached_property
    def _config(self) -> tuple[str, ...]:
        """What overrides the configuration of the repository: git compares files without the programs of filters.

        What these would make of a file matters only where its time has changed, and then torchlint compares findings.
        """
        try:
            done = run_git(self.root, "config", "--null", "--name-only", "--get-regexp", r"^filter\..*")
        except GitHangs as problem:
            self._refuse(str(problem))
        keys = os.fsdecode(done.stdout).split("\0") if done else []
        drivers = dict.fromkeys(key.removeprefix("filter.").rpartition(".")[0] for key in keys if key)
        if len(drivers) > _MOST_FILTERS or any("=" in driver or "\n" in driver for driver in drivers):
            self._refuse(f"the git configuration of {shown(self.root)} has filters that can't be disabled")
        off = [f"filter.{driver}.{key}" for driver in drivers for key in _FILTER_OFF]
        return ("diff.relative=false", *off)

    def _refuse(self, message: str) -> NoReturn:
        raise ConfigError(self._option, message)


def _blob(mode: str, blob: str) -> str:
    return blob if mode in _FILES and blob.strip("0") else ""


def _index_of(root: str) -> str | None:
    """The index that a hook of this repository is about: for `git commit FILE` that is another one than usual."""
    file = os.environ.get("GIT_INDEX_FILE")
    return os.path.abspath(file) if file and os.path.realpath(os.getcwd()) == os.path.realpath(root) else None
