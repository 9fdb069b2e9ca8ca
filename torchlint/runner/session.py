"""Checks files: with the rules that are on for each, their fixes, suppressions and known findings."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.diagnostics import FAILURE
from torchlint.files.source import Source, Unreadable
from torchlint.reading import read_source
from torchlint.result import Checked, Result
from torchlint.runner.lookups import Lookups
from torchlint.runner.outcome import KnownFindings, Outcome, never
from torchlint.runner.projects import Projects
from torchlint.runner.result_cache import ResultCache
from torchlint.settings.selection import Selector, refuse_unknown
from torchlint.settings.severities import Severities

if TYPE_CHECKING:
    from torchlint.cache.caches import Cache
    from torchlint.cache.result import CachedResult
    from torchlint.files.contents import Contents
    from torchlint.finding import Finding
    from torchlint.fix import Fixed
    from torchlint.knowledge.lookup import Lookup
    from torchlint.project.project_files import ProjectFiles
    from torchlint.rule import Rule
    from torchlint.settings.config import Configs, Settings
    from torchlint.syntax.tree import Tree

UNKNOWN = "unknown-rule"
_FEW = 20  # files
_ROUNDS = 3  # a comment, a name in it for a finding about it, and nothing more is ever needed


class Session:
    """Checks each file of a run with the rules that are on for it.

    Rules are loaded when something names one or a file needs them: a file that has nothing to do with PyTorch does not.
    """

    def __init__(
        self,
        configs: Configs,
        *,
        fix: bool = False,
        unsafe: bool = False,
        suppressions: bool = True,
        project: bool = True,
        shows: Callable[[Finding], bool] = never,
        contents: Contents | None = None,
        cache: Callable[[], Cache] | None = None,
        in_git: dict[str, list[str]] | None = None,
        warn: Callable[[str], object] = lambda line: None,
    ) -> None:
        self._configs = configs
        self._shows = shows  # which suspected findings are shown, whatever the settings say
        self.before: list[KnownFindings] = []  # what hides findings that are not new
        self._fix, self._unsafe, self.suppressions = fix, unsafe, suppressions
        opened = cache if project else None
        self._projects = Projects(configs, contents, opened, in_git, alone=not project, warn=warn)
        self._result_cache = ResultCache(configs, self._projects, lambda: self._packs_key)
        self._paths: list[str] = []  # of the run, absolute
        self.settings: dict[int, Settings] = {}
        self._selectors: dict[tuple[int, int], Selector] = {}
        self._severities = Severities(configs)
        self._lookups = Lookups(configs)
        self._packs: dict[str, str] = {}  # rule: its pack, "" for torchlint's own

    @property
    def catalog(self) -> Mapping[str, Rule]:
        """The metadata of every rule by name, those of packs included; raises ConfigError."""
        return self._rules if "_rules" in self.__dict__ or self._cached_rules is None else self._cached_rules

    @cached_property
    def _cached_rules(self) -> dict[str, Rule] | None:
        """The rules' metadata from the cache, if it is there."""
        project = self._result_cache.project(self._paths[0]) if self._paths else None
        cached = project.rule_metadata(self._packs_key) if project is not None else ""
        if not cached:
            return None
        from torchlint.cache.rule_metadata import decode_rules

        try:
            rules, self._packs = decode_rules(cached)
        except (ValueError, TypeError):
            return None
        return rules

    @cached_property
    def _packs_key(self) -> str:
        from torchlint.cache.rules_key import packs_key

        return packs_key({pack for one in self.settings.values() for pack in one.packs})

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        from torchlint.runner.catalog import loaded

        catalog, self._packs = loaded(self.settings.values())
        return catalog

    def prepare(self, paths: Iterable[str]) -> None:
        """Read the settings of the files at absolute paths; raises ConfigError.

        A rule that exists for one of the files may be named on the command line for all.
        """
        self._paths = list(paths)
        for folder in {os.path.dirname(path) for path in self._paths}:
            settings = self._configs.of_folder(folder)
            self.settings[id(settings)] = settings
        for settings in self.settings.values():
            self._lookups.under(settings)
            if settings.names_rules:
                refuse_unknown(settings, self.catalog)

    @property
    def notice(self) -> str:
        """The notice about packs that are not loaded because they are not trusted; empty if there are none."""
        from torchlint.settings.trust_commands import notice

        return notice(self.settings.values())

    def load(self, paths: Iterable[str]) -> None:
        """Load everything that checking files needs, so that forked processes share it."""
        import torchlint.queries.file  # noqa: F401

        _ = self._rules
        paths = list(paths)
        self._result_cache.prepare(paths)
        self._projects.prepare(paths)

    def check(self, path: str, data: bytes | None = None) -> Outcome:
        """The outcome of checking a file, or `data` under its name, with fixes applied to the text with --fix."""
        return self._checked(path, data, fix=self._fix)

    def known(self, paths: Sequence[str]) -> dict[str, Outcome]:
        """The cached outcomes of files, as far as they are still valid.

        With --fix, only of files in which there is nothing to fix.
        """
        found: dict[str, Outcome] = {}
        if len(paths) <= _FEW:
            found = {path: outcome for path in paths if (outcome := self._aside(path)) is not None}
        for path, checked in self._result_cache.checked(path for path in paths if path not in found):
            if not checked.findings and not checked.suppressed:
                found[path] = self._clean(checked)
            elif not (self._fix and checked.findings):
                found[path] = self._outcome(path, checked)
        return found

    def _aside(self, path: str) -> Outcome | None:
        """The outcome of a file that has nothing to do with PyTorch; None for all others.

        For a few files, reading them is quicker than opening the cache of their project.
        """
        try:
            source = read_source(path)
        except Unreadable:
            return None
        from torchlint.gate import never_concerns_torch

        is_clean = never_concerns_torch(source.text, self._lookups.packages(path))
        return self._clean(Checked(source, ())) if is_clean else None

    def keep(self, cached_result: CachedResult) -> None:
        """Queue the result of a file to be written by `save`."""
        self._result_cache.keep(cached_result)

    def save(self) -> None:
        """Write the results of this run, and the metadata of its rules, to the cache."""
        self._result_cache.save(
            self._encoded_rules if "_rules" in self.__dict__ and self._cached_rules is None else None
        )

    def _encoded_rules(self) -> str:
        from torchlint.cache.rule_metadata import encode_rules

        return encode_rules(self._rules, self._packs)

    def fix_these(self, outcome: Outcome, wanted: Collection[Finding]) -> tuple[Outcome, Fixed]:
        """A checked file with the fixes of exactly these findings applied to its text."""
        source = outcome.result.checked.source
        done = self._fixed(source, suspected=True, only=wanted)
        return self._outcome_of(done), done

    def check_without_fixes(self, path: str, data: bytes | None = None) -> Outcome:
        """The outcome of checking a file, or `data` under its name, without fixes."""
        return self._checked(path, data, fix=False)

    def judge(self, source: Source, parse: Callable[[str], Tree] | None = None) -> Outcome:
        """The outcome of checking a text; `parse` is an incremental parser."""
        if not self.concerns_torch(source):
            return self._clean(Checked(source, ()))
        return self._outcome(source.path, self._check(source, parse))

    def concerns_torch(self, source: Source) -> bool:
        """Whether a file has anything to do with PyTorch: no rule looks at others."""
        from torchlint.gate import concerns_torch

        return concerns_torch(source, lambda: self.project_files_of(source.path), self._lookups.packages(source.path))

    def _check(self, source: Source, parse: Callable[[str], Tree] | None = None) -> Checked:
        from torchlint.lint import check

        path = source.path
        around, lookup = self.project_files_of(path), self.lookup_of(path)
        return check(source, self.rules_on(path), self.catalog, around, parse, lookup)

    def _clean(self, checked: Checked) -> Outcome:
        """The outcome of a file without findings; needs no rules."""
        if self.before:
            self.already_known(checked, ())
        return Outcome(Result(checked, ()))

    def add_ignores(self, path: str, reason: str) -> Outcome:
        """The outcome of adding a comment to a file for each finding that would be shown.

        A comment may be a finding itself, in projects that want reasons, and then gets its name into it.
        """
        outcome = first = self.check_without_fixes(path)
        for _ in range(_ROUNDS):
            after = self._with_comments(outcome, reason)
            if after is None:
                break
            outcome = replace(after, silenced=outcome.silenced + after.silenced)
        original = first.result.checked.source if outcome.silenced else None
        return replace(outcome, original=original)

    def _with_comments(self, outcome: Outcome, reason: str) -> Outcome | None:
        """The outcome with comments in the text; None if no comment helps."""
        checked = outcome.result.checked
        if not outcome.result.findings or not checked.parsed:
            return None
        from torchlint.fix import fix
        from torchlint.suppression.insertion import with_comments

        path = checked.source.path
        reported = {(one.rule, one.span, one.message) for one in outcome.result.findings}
        done = fix(
            checked.source,
            self.rules_on(path),
            unsafe=True,
            fixable=lambda rule: True,
            suspected=True,
            catalog=self.catalog,
            project_files=self.project_files_of(path),
            lookup=self.lookup_of(path),
            only=[
                one for one in with_comments(checked, reason).findings if (one.rule, one.span, one.message) in reported
            ],
            remedy=lambda checked: with_comments(checked, reason),
        )
        count = sum(count for _, count in done.applied)
        return replace(self.judge(done.checked.source), silenced=count) if count else None

    def fixed_text(self, source: Source) -> str:
        """A file's text with all its fixes applied."""
        return self._with_all_fixes(source).checked.source.text

    def _with_all_fixes(self, source: Source) -> Fixed:
        suspected = self._configs.of_file(os.path.abspath(source.path)).suspected
        return self._fixed(source, suspected=suspected, only=self._new_in(source))

    def changed(self, path: str) -> None:
        """Forget what was known of the file at an absolute path, for those that import it or are imported by it."""
        self._projects.changed(path)

    def project_files_of(self, path: str) -> ProjectFiles:
        """The files of the project that a file belongs to."""
        return self._projects.around(path)

    def lookup_of(self, path: str) -> Lookup | None:
        """What the user's models say of libraries for a file; None if there are none."""
        return self._lookups.of_file(path)

    def _checked(self, path: str, data: bytes | None, *, fix: bool) -> Outcome:
        from torchlint.lint import check_path

        is_cached = data is None and self._result_cache.project(path) is not None
        if is_cached:
            data = self._result_cache.begin(path)
        try:
            source = read_source(path, data)
        except Unreadable:
            return self._outcome(path, check_path(path, self.rules_on(path), data, self.catalog))
        if fix and not is_cached and self.concerns_torch(source):
            return self._outcome_of(self._with_all_fixes(source))
        outcome = self.judge(source)
        if is_cached and not outcome.broken:  # what failed may not fail again
            outcome = replace(outcome, cached_result=self._result_cache.cached_result(path, outcome.result.checked))
        if fix and outcome.result.checked.findings:
            return self._outcome_of(self._with_all_fixes(source))
        return outcome

    def _new_in(self, source: Source) -> Collection[Finding] | None:
        """The new findings, where some may be known: what is not shown is not fixed."""
        if not self.before:
            return None
        checked = self._check(source)
        known = self.already_known(checked, checked.findings)
        return [one for one in checked.findings if one not in known]

    def _fixed(self, source: Source, *, suspected: bool, only: Collection[Finding] | None = None) -> Fixed:
        from torchlint.fix import fix

        path = source.path
        return fix(
            source,
            self.rules_on(path),
            unsafe=self._unsafe,
            fixable=self._selector(path, self._rules).fixable,
            suspected=suspected,
            catalog=self.catalog,
            project_files=self.project_files_of(path),
            lookup=self.lookup_of(path),
            only=only,
        )

    def _outcome_of(self, done: Fixed) -> Outcome:
        outcome = self._outcome(done.original.path, done.checked)
        return replace(outcome, result=replace(outcome.result, applied=done.applied), original=done.original)

    def root_of(self, path: str) -> str:
        """The root folder of the project that a file belongs to."""
        return self._projects.root_of(path)

    def rules_on(self, path: str) -> tuple[Rule, ...]:
        """The rules that are on in a file."""
        return self._selector(path, self._rules).rules_for(os.path.abspath(path))

    def number_of_rules_on(self, path: str) -> int:
        """How many they are."""
        return len(self._selector(path, self.catalog).rules_for(os.path.abspath(path)))

    def _selector(self, path: str, rules: Mapping[str, Rule]) -> Selector:
        settings = self._configs.of_file(os.path.abspath(path))
        key = (id(settings), id(rules))
        if key not in self._selectors:
            packs = {"", *settings.packs}
            known = {name: rule for name, rule in rules.items() if self._packs[name] in packs}
            if any(layer.untrusted for layer in settings.layers):
                del known[UNKNOWN]  # a comment may name a rule of a pack that is not loaded
            self._selectors[key] = Selector(settings, known)
        return self._selectors[key]

    def _outcome(self, path: str, checked: Checked) -> Outcome:
        settings, selector = self._configs.of_file(os.path.abspath(path)), self._selector(path, self.catalog)
        findings = sorted(
            checked.findings if self.suppressions else (*checked.findings, *checked.suppressed),
            key=lambda one: (one.span.start, one.rule, one.span.end),
        )
        may_be_reported = [one for one in findings if one.sure or settings.suspected or self._shows(one)]
        known = self.already_known(checked, may_be_reported)
        reported = [one for one in may_be_reported if one not in known]
        shown = tuple(_offered(one, selector) for one in reported)
        return Outcome(
            result=Result(checked, shown, severities=self._severities.of_file(path, self.catalog.values())),
            suspected=len(findings) - len(may_be_reported),
            known=len(known),
            fails=self.fails(path, shown),
            broken=any(one.rule == FAILURE for one in checked.findings),
        )

    def without_known(self, outcome: Outcome, before: KnownFindings) -> Outcome:
        """The outcome without findings that are known from one more source."""
        checked = outcome.result.checked
        path = checked.source.path
        known = self.already_known(checked, outcome.result.findings, [before])
        left = tuple(one for one in outcome.result.findings if one not in known)
        result = replace(outcome.result, findings=left)
        return replace(outcome, result=result, known=outcome.known + len(known), fails=self.fails(path, left))

    def already_known(
        self,
        checked: Checked,
        reported: Sequence[Finding],
        sources: Iterable[KnownFindings] | None = None,
        *,
        after_run: bool = False,
    ) -> set[Finding]:
        """The findings to be reported that are known already, by all sources of known findings, or by these."""

        def ran() -> Collection[str]:
            return {rule.name for rule in self.rules_on(checked.source.path) if rule.needs_run == after_run}

        return {one for before in sources or self.before for one in before.known(checked, reported, ran)}

    def fails(self, path: str, findings: Iterable[Finding]) -> bool:
        """Whether one of these findings of a file is at or above the level that fails a run."""
        level = self._configs.of_file(os.path.abspath(path)).fail_on
        rules = {one.rule for one in findings}
        return self._severities.reach(level, path, rules, self.catalog) if rules else False


def _offered(finding: Finding, selector: Selector) -> Finding:
    return finding if selector.fixable(finding.rule) else replace(finding, fix=None)
