"""How a baseline has changed: what it held in each commit that changed it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from torchlint.baselines.baseline import Entry, parse_baseline, read_baseline
from torchlint.files.git import GitHangs, run_git
from torchlint.files.git_files import repository_around
from torchlint.files.paths import shown
from torchlint.settings.keys import ConfigError

OPTION = "--baseline-history"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a baseline held after one commit; the commit is empty for the file as it is on the disk."""

    commit: str
    date: str
    entries: frozenset[Entry]

    @property
    def rules(self) -> Counter[str]:
        """How many entries each rule has."""
        return Counter(entry.rule for entry in self.entries)

    @property
    def folders(self) -> Counter[str]:
        """How many entries the files of each folder have."""
        return Counter(os.path.dirname(entry.path) or "." for entry in self.entries)


def history(path: str) -> list[Snapshot]:
    """The states of the baseline at an absolute path, the oldest first, along the first parents of merges.

    The last one is the file on the disk, where that differs from the last commit. A commit in which the file was no
    baseline, such as one with a merge conflict in it, is left out. Raises ConfigError where there is no repository, or
    no baseline.
    """
    real = os.path.realpath(path)
    root = repository_around(os.path.dirname(real))
    if root is None:
        raise ConfigError(OPTION, f"{shown(os.path.dirname(real)) or os.path.dirname(real)} is not in a git repository")
    inside = os.path.relpath(real, os.path.realpath(root)).replace(os.sep, "/")
    log = _git(root, "--literal-pathspecs", "log", "--first-parent", "--format=%H %cs", "--", inside)
    found: list[Snapshot] = []
    for line in reversed(log.decode().splitlines()):
        commit, _, date = line.partition(" ")
        try:
            found.append(Snapshot(commit, date, parse_baseline(path, _git(root, "show", f"{commit}:{inside}")).entries))
        except ConfigError:
            continue
    if os.path.exists(real):
        now = read_baseline(path).entries
        if not found or found[-1].entries != now:
            found.append(Snapshot("", "", now))
    if not found:
        raise ConfigError(OPTION, f"{shown(path)} is not a baseline, neither now nor in any commit")
    return found


def changes(before: Counter[str], after: Counter[str]) -> Iterable[tuple[str, int, int]]:
    """Each name with its counts, those first that have most now, and then those that had most."""
    names = {*before, *after}
    return [(name, before[name], after[name]) for name in sorted(names, key=lambda n: (-after[n], -before[n], n))]


def _git(root: str, *arguments: str) -> bytes:
    try:
        done = run_git(root, *arguments)
    except GitHangs as problem:
        raise ConfigError(OPTION, str(problem)) from None
    if done is None:
        raise ConfigError(OPTION, "git is not installed")
    if done.returncode:
        message = os.fsdecode(done.stderr).strip() or f"`git {arguments[0]}` failed in {shown(root)}"
        raise ConfigError(OPTION, message.splitlines()[0])
    return done.stdout
