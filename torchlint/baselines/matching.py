"""What the baselines of a run hide, and what of them has been repaired since."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.baselines.baseline import DEFAULT, Baseline, Entry, read_baseline
from torchlint.diagnostics import INCOMPLETE, SYNTAX_ERROR
from torchlint.files.paths import from_folder, is_below, shown
from torchlint.project.root import project_root

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Checked
    from torchlint.settings.config import Configs, Settings


class Baselines:
    """The baselines that hold for the files of a run, each read once.

    A `target` is a baseline to write for all files; "" stands for the configured one, or one here. The `reason` is that
    of the entries that are added to it.
    """

    def __init__(self, configs: Configs, target: str | None = None, reason: str = "") -> None:
        self._configs = configs
        self._target = target
        self._reason = reason
        self._compared: dict[str, _Compared] = {}

    def prepare(self, paths: Iterable[str]) -> None:
        """Read the baselines of the files at absolute paths; raises ConfigError."""
        for path in paths:
            self._of(path)

    def known(self, checked: Checked, reported: Sequence[Finding], ran: Callable[[], Collection[str]]) -> set[Finding]:
        """Those of the findings that would be reported which a baseline has, or which it will have.

        `ran` says which rules have been asked. That a file could not be checked is never accepted, unless it is because
        of a syntax error, which a cell of pseudo-code has for good.
        """
        compared = self._of(os.path.abspath(checked.source.path))
        if compared is None:
            return set()
        can_be = [one for one in reported if one.rule not in INCOMPLETE or one.rule == SYNTAX_ERROR]
        return compared.known(checked, can_be, ran, accept=self._target is not None)

    def stale(self, folders: Sequence[str]) -> Iterator[tuple[Baseline, list[Entry]]]:
        """Entries for which nothing was found, by baseline; of files that are gone those below some absolute paths."""
        for compared in self._compared.values():
            if entries := compared.stale(folders):
                yield compared.baseline, sorted(entries)

    def rewritten(self, folders: Sequence[str]) -> Iterator[tuple[Baseline, frozenset[Entry]]]:
        """Each baseline, and the entries that it should have: without stale ones, with those that were added."""
        for compared in self._compared.values():
            entries = compared.entries(folders, moved=self._target is not None)
            yield compared.baseline, compared.annotated(entries, today(), self._reason)

    def may_be_written(self, baseline: Baseline) -> bool:
        """Whether it was named on the command line, or lies in the project of a file that it holds for."""
        return self._compared[baseline.path].may_be_written

    def hint(self, baseline: Baseline) -> str:
        """What to write so that a baseline is used from now on; empty where it is, or was named for this run."""
        return self._compared[baseline.path].hint

    def is_strict(self, baseline: Baseline) -> bool:
        """Whether a stale entry in it fails the run."""
        return self._compared[baseline.path].is_strict

    def _of(self, path: str) -> _Compared | None:
        settings = self._configs.of_file(path)
        file = settings.baseline
        if self._target is not None:
            file = os.path.abspath(self._target or file or DEFAULT)
        if not file:
            return None
        if file not in self._compared:
            is_new = self._target is not None and not os.path.exists(file)
            self._compared[file] = _Compared(Baseline(file) if is_new else read_baseline(file))
        compared = self._compared[file]
        compared.is_strict |= settings.baseline_strict
        if self._target is not None and settings.baseline != file:
            compared.hint = _hint(file, settings)
        if not compared.may_be_written:
            # A configuration file that came with the code must not choose a file of the user's to be written.
            is_typed = bool(self._target) or any(one.is_typed and "baseline" in one.values for one in settings.layers)
            compared.may_be_written = is_typed or is_below(file, project_root(os.path.dirname(path)))
        return compared


def today() -> str:
    """The day, as entries have it."""
    from datetime import date  # only for who writes a baseline

    return date.today().isoformat()


def _hint(file: str, settings: Settings) -> str:
    """What to write so that a baseline is used, and into which file."""
    configuration = next((layer for layer in reversed(settings.layers) if not layer.is_typed), None)
    if configuration is None:
        return f'To use it, create torchlint.toml with the line baseline = "{shown(file)}".'
    path = from_folder(file, configuration.base)
    return f'To use it, add baseline = "{path}" to {configuration.origin}.'


class _Compared:
    """One baseline, and what a run makes of it."""

    def __init__(self, baseline: Baseline) -> None:
        self.baseline = baseline
        self.is_strict = self.may_be_written = False
        self.hint = ""
        self._of_path: dict[str, dict[str, Entry]] = {}
        self._gone: dict[str, list[Entry]] = {}  # entries of files that are not there any more, by fingerprint
        self._met: dict[Entry, str] = {}  # where entries were found; those of files that are gone may be elsewhere
        self._stale: dict[str, set[Entry]] = {}
        self._added: dict[str, list[Entry]] = {}
        for entry in sorted(baseline.entries):
            self._of_path.setdefault(entry.path, {})[entry.fingerprint] = entry
        for path, entries in self._of_path.items():
            if not os.path.lexists(baseline.outside(path)):
                for entry in entries.values():
                    self._gone.setdefault(entry.fingerprint, []).append(entry)

    def known(
        self, checked: Checked, reported: Sequence[Finding], ran: Callable[[], Collection[str]], *, accept: bool
    ) -> set[Finding]:
        """The findings that are in the baseline, or will be if they are to be accepted."""
        path = self.baseline.inside(os.path.abspath(checked.source.path))
        own = self._of_path.get(path, {})
        if not (own or accept or (self._gone and reported)):
            return set()
        is_whole = checked.parsed and not any(one.rule in INCOMPLETE for one in checked.findings)
        left = dict(own) if is_whole else {}
        known: set[Finding] = set()
        found = list(dict.fromkeys((*checked.findings, *reported)))
        for finding, entry in zip(found, self.baseline.entries_of(checked, found)):
            left.pop(entry.fingerprint, None)
            if entry.fingerprint in own:
                self._met[own[entry.fingerprint]] = path
                known.add(finding)
            elif self._borrowed(entry):
                known.add(finding)
        stale, added = self._stale.get(path, set()), self._added.get(path, [])
        rules = ran() if left or stale or added else ()
        # A file is compared twice where the rules that need a run are asked after the others.
        self._stale[path] = {one for one in stale if one.rule not in rules}
        self._stale[path] |= {one for one in left.values() if one.rule in rules}
        if accept:
            kept = [one for one in added if one.rule not in rules]
            self._added[path] = kept + self.baseline.entries_of(checked, reported)
            return set(reported)
        return known.intersection(reported)

    def _borrowed(self, found: Entry) -> bool:
        """Whether a file that is gone had this finding: then it has moved, and is not new."""
        for entry in self._gone.get(found.fingerprint, ()):
            if self._met.setdefault(entry, found.path) == found.path:
                return True
        return False

    def stale(self, folders: Sequence[str]) -> set[Entry]:
        """The entries for which nothing was found."""
        gone = (entry for entries in self._gone.values() for entry in entries if entry not in self._met)
        paths = ((entry, self.baseline.outside(entry.path)) for entry in gone)
        below = {entry for entry, path in paths if any(is_below(path, folder) for folder in folders)}
        return below.union(*self._stale.values())

    def entries(self, folders: Sequence[str], *, moved: bool) -> frozenset[Entry]:
        """The entries without the stale ones, with those that were added; without old places of what has moved."""
        added = {entry for entries in self._added.values() for entry in entries}
        replaced = {_key(entry) for entry in added}
        away = {entry for entry, path in self._met.items() if entry.path != path} if moved else set()
        left = self.baseline.entries - self.stale(folders) - away
        return frozenset(added | {entry for entry in left if _key(entry) not in replaced})

    def annotated(self, entries: Iterable[Entry], added: str, reason: str) -> frozenset[Entry]:
        """The entries, each with the day and the reason that it had, also in another file; new ones with these.

        An entry without a reason that was found again is given this one.
        """
        again = {_key(entry) for entries in self._added.values() for entry in entries}
        before = {_key(entry): entry for entry in self.baseline.entries}
        moved = {(path, entry.fingerprint): entry for entry, path in self._met.items() if entry.path != path}
        known = {**moved, **before}
        return frozenset(
            replace(entry, added=old.added, reason=old.reason or (reason if _key(entry) in again else ""))
            if (old := known.get(_key(entry)))
            else replace(entry, added=added, reason=reason)
            for entry in entries
        )


def _key(entry: Entry) -> tuple[str, str]:
    """What tells the entries of a baseline apart."""
    return entry.path, entry.fingerprint
