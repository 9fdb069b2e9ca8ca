"""Which files of a run are new code, what is in them, and what was found in them before."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from torchlint.baselines.fingerprint import fingerprints
from torchlint.diagnostics import INCOMPLETE
from torchlint.files.contents import Contents
from torchlint.files.discover import SUFFIXES, is_excluded
from torchlint.files.git_changes import Change, Checkout
from torchlint.files.git_files import repository_around
from torchlint.files.paths import shown
from torchlint.reading import text_of
from torchlint.settings.keys import ConfigError

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Checked, Result
    from torchlint.settings.config import Configs


class NewCode:
    """What `--since` and `--staged` make of a run. `folders` are the paths that were asked for, absolute."""

    def __init__(self, since: str | None, *, staged: bool, folders: Sequence[str]) -> None:
        self._since, self._staged, self._folders = since, staged, folders
        self._option = "--since" if since is not None else "--staged"
        self._checkouts: dict[str, Checkout] = {}
        self.changes: dict[str, Change] = {}
        for path in folders:
            self._look_around(path if os.path.isdir(path) else os.path.dirname(path))

    def among(self, names: Iterable[str]) -> list[str]:
        """Those of the files that have changed, or that git does not know yet."""
        kept = []
        tracked: dict[str, set[str]] = {}
        for name in names:
            path = os.path.abspath(name)
            root = self._look_around(os.path.dirname(path))
            change = self.changes.get(path)
            if change is not None and change.is_there:
                kept.append(name)
            elif not self._staged:
                if root not in tracked:
                    tracked[root] = self._checkouts[root].tracked()
                if path not in tracked[root]:
                    kept.append(name)
        return kept

    def only_staged(self, configs: Configs) -> list[str]:
        """The absolute paths of files that are staged and not on the disk."""
        lost = [path for path, change in self.changes.items() if change.blob and not os.path.lexists(path)]
        kept = []
        for path in lost if self._staged else ():
            root = next((folder for folder in self._folders if path.startswith(folder.rstrip(os.sep) + os.sep)), None)
            if root and path.endswith(SUFFIXES) and not is_excluded(path, configs, root=root):
                kept.append(path)
        return kept

    def data(self, path: str) -> bytes | None:
        """What is in the index of the file at an absolute path; None where the disk is meant."""
        if not self._staged:
            return None
        change = self.changes[path]
        return self._checkouts[self._look_around(os.path.dirname(path))].reader(change.blob)()

    def contents(self) -> Contents | None:
        """The files as the index has them; None where the disk is meant."""
        if not self._staged:
            return None
        others: dict[str, Callable[[], bytes] | None] = {}
        for checkout in self._checkouts.values():
            others.update(checkout.unstaged())
        return Contents(text_of, others)

    def contents_before(self) -> Contents:
        """The files as they were."""
        others: dict[str, Callable[[], bytes] | None] = {change.path: None for change in self.changes.values()}
        for change in self.changes.values():
            if change.old_blob:
                others[change.old_path] = self._reader(change)
        return Contents(text_of, others)

    def before(self, path: str) -> tuple[str, bytes] | None:
        """The old path of the file at an absolute path, and what was in it; None for a new file."""
        change = self.changes.get(path)
        return (change.old_path, self._reader(change)()) if change and change.old_blob else None

    def _reader(self, change: Change) -> Callable[[], bytes]:
        return self._checkouts[self._look_around(os.path.dirname(change.path))].reader(change.old_blob)

    def _look_around(self, folder: str) -> str:
        """The root of the repository around a folder, with what has changed in it looked up."""
        root = repository_around(folder)
        if root is None:
            raise ConfigError(self._option, f"{shown(folder) or folder} is not in a git repository")
        if root not in self._checkouts:
            checkout = self._checkouts[root] = Checkout(root, self._option)
            base = None if self._since is None else checkout.merge_base(self._since)
            self.changes.update(checkout.changes(base, staged=self._staged))
        return root


class HasResult(Protocol):
    """What became of a file that was checked."""

    @property
    def result(self) -> Result:
        """What was found in it."""


class Checks(Protocol):
    """What checks the files as they were."""

    def check_without_fixes(self, path: str, data: bytes) -> HasResult:
        """What is found in `data` under the name of a file."""


class ChangedSince:
    """What was found in the files as they were: findings that are still there are not new."""

    def __init__(self, code: NewCode, session: Checks) -> None:
        self._code, self._session = code, session
        self._prints: dict[str, Collection[str]] = {}

    def known(self, checked: Checked, reported: Sequence[Finding], ran: Callable[[], Collection[str]]) -> set[Finding]:
        """Those of the findings of a file that were reported of it before."""
        if not reported:
            return set()
        path = os.path.abspath(checked.source.path)
        if path not in self._prints:
            self._prints[path] = self._found_before(path)
        before = self._prints[path]
        prints = fingerprints(checked.source.text, (*checked.findings, *checked.suppressed))
        return {
            one for one in reported if one.rule not in INCOMPLETE and prints[one.rule, one.span, one.message] in before
        }

    def _found_before(self, path: str) -> Collection[str]:
        before = self._code.before(path)
        if before is None:
            return ()
        result = self._session.check_without_fixes(*before).result
        prints = fingerprints(result.checked.source.text, (*result.checked.findings, *result.checked.suppressed))
        return {prints[one.rule, one.span, one.message] for one in result.findings}
