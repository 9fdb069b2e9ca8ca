"""Checks one file: gate, parse, rules, suppressions, order. Nothing in a user's file makes it raise."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from torchlint.diagnostics import DIAGNOSTICS, FAILURE, INCOMPLETE, SYNTAX_ERROR
from torchlint.files.source import Source, Unreadable
from torchlint.finding import Finding, Span
from torchlint.gate import concerns_torch
from torchlint.reading import read_source
from torchlint.result import Checked
from torchlint.rule import Rule

if TYPE_CHECKING:
    from types import FrameType

    from torchlint.knowledge.lookup import Lookup
    from torchlint.project.project_files import ProjectFiles
    from torchlint.suppression.directives import Directive
    from torchlint.suppression.suppress import Suppressions
    from torchlint.syntax.tree import Tree, Unparsable

_TOO_MUCH = "analysing this file takes too many steps"

# What `seconds` calls the time until the first rule: parsing, and the facts that all rules need.
READING = "reading"


def check_path(
    path: str,
    rules: Collection[Rule],
    data: bytes | None = None,
    catalog: Mapping[str, Rule] | None = None,
    project_files: ProjectFiles | None = None,
) -> Checked:
    """Read and check a file, or `data` under that name; a file that can't be read is a finding.

    The `source` of such a file has no encoding, so that it is never written.
    """
    try:
        source = read_source(path, data)
    except Unreadable as problem:
        here = Span(problem.offset, problem.offset)
        finding = Finding(path, here, problem.message, rule="unreadable-file")
        findings = (finding,) if finding.rule in _enabled(rules) else ()
        return Checked(Source(path, problem.text, encoding=""), findings, parsed=False)
    return check(source, rules, catalog, project_files)


def check(
    source: Source,
    rules: Collection[Rule],
    catalog: Mapping[str, Rule] | None = None,
    project_files: ProjectFiles | None = None,
    parse: Callable[[str], Tree] | None = None,
    lookup: Lookup | None = None,
) -> Checked:
    """The findings of the selected `rules`, which include torchlint's own diagnostics, in a text.

    Without any diagnostic among the rules, those of severity error are reported. `catalog` has every rule that
    a comment may name; without it, the built-in ones and `rules`. What other files say of a name is taken from the
    `project_files`, if there is one. `parse` is for who checks a file again and again: a quicker way
    to its tree. `lookup` is what is known of libraries, where users say more than torchlint knows itself.
    """
    if not concerns_torch(source, lambda: project_files, lookup.packages if lookup else ()):
        return Checked(source, ())
    from torchlint.syntax.python_source import deep_recursion  # a file without torch needs none of this

    with _collector_paused(), deep_recursion():
        return _checked(source, rules, catalog, project_files, parse, lookup)


def _checked(
    source: Source,
    rules: Collection[Rule],
    catalog: Mapping[str, Rule] | None,
    project_files: ProjectFiles | None,
    parse: Callable[[str], Tree] | None,
    lookup: Lookup | None,
) -> Checked:
    """The findings. Everything that the check allocates is garbage when this returns, so the collector runs once.

    libcst has to confirm what is reported. `ast` gives the same tree in a fifth of the time, so libcst parses only
    files with findings, and only the functions around these.
    """

    def quickly(text: str) -> Tree:
        known = project_files.parsed(project_files.place(source.path), text) if project_files else None
        return known or _quickly(text)

    run = _FileCheck(source, rules, project_files, parse or quickly, lookup)
    run.run_rules()
    if run.has_findings:
        started = perf_counter()
        if not run.libcst_agrees():
            run = _FileCheck(source, rules, project_files, _by_libcst, lookup)
            run.run_rules()
        run.seconds[READING] = run.seconds.get(READING, 0.0) + perf_counter() - started
    return replace(run.checked(catalog), seconds=run.seconds)


def _quickly(text: str) -> Tree:
    """The tree of a text by `ast`; by libcst if only that can parse it, or explain the error."""
    from torchlint.syntax import ast_parser

    return ast_parser.parse(text) or _by_libcst(text)


def _by_libcst(text: str) -> Tree:
    from torchlint.syntax import cst_parser

    return cst_parser.parse(text)


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause garbage collection: parsing allocates many long-lived objects, and collecting costs a third."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _enabled(rules: Iterable[Rule]) -> frozenset[str]:
    """The names of the rules and diagnostics that are reported."""
    names = frozenset(rule.name for rule in rules)
    return names | INCOMPLETE if names.isdisjoint(DIAGNOSTICS) else names


class _FileCheck:
    """One check of one text: parse it, run the rules, and collect the findings."""

    def __init__(
        self,
        source: Source,
        rules: Collection[Rule],
        project_files: ProjectFiles | None,
        parse: Callable[[str], Tree],
        lookup: Lookup | None,
    ) -> None:
        self.source, self.project_files, self.parse, self.lookup = source, project_files, parse, lookup
        self.tree: Tree | None = None
        self.text = source.text  # as Python reads it
        self.rules = [rule for rule in rules if not rule.needs_run]
        self.enabled = _enabled(self.rules)
        self.found: list[Finding] = []
        self.failed: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.parsed = False
        self.cut = ""  # what exceeded the work budget; libcst need not confirm that
        self.timed: tuple[tuple[Span, int], ...] = ()  # code of a notebook that a magic times
        self.left_out = 0  # cells of a notebook that can't be parsed, so that their comments are unknown

    def run_rules(self) -> None:
        """Parse the text, and run each rule whose words are in it."""
        from torchlint.flow.state import OutOfWork
        from torchlint.queries.file import File  # imports the interpreter, which a file without torch does not need
        from torchlint.syntax.tree import Unparsable

        started = perf_counter()
        try:
            self._put_cells_together()
            text, ends = self.text, tuple(cell.end for cell in self.source.cells or ())
            words = f"{text} timeit" if self.timed else text  # what stands for a magic doesn't name it
            rules = [rule for rule in self.rules if not rule.words or any(word in words for word in rule.words)]
            file = File(self.source.path, text, self.project_files, ends, self.parse, self.lookup, self.timed)
            self.tree = file.tree
            if any(rule.check for rule in rules):
                # A failure of the analysis is reported once, and not as every rule's.
                self.cut = f"{_TOO_MUCH}, so not every call in it was followed" if file.analysis.is_cut else ""
        except Unparsable as problem:
            self._unparsable(problem)
            return
        except OutOfWork:
            self.cut = f"{_TOO_MUCH}, so it was not checked"
            return
        except RecursionError:
            self.found.append(self._said("unreadable-file", Span(0, 0), "nested too deeply to be analysed"))
            return
        except Exception as error:
            self._failed("the analysis", error)
            return
        self.parsed = True
        done = perf_counter()
        self.seconds[READING] = done - started
        for rule in rules:
            if rule.check is None:
                continue
            started = done
            try:
                for finding in rule.check(file, **dict(rule.values)):
                    _refuse_malformed(finding, len(text))
                    self.found.append(replace(finding, rule=rule.name))
            except Exception as error:  # also RecursionError and MemoryError: the other rules may still work
                self.failed.add(rule.name)
                self._failed(f"`{rule.name}`", error)
            done = perf_counter()
            self.seconds[rule.name] = done - started

    @property
    def has_findings(self) -> bool:
        """Whether there are findings in the tree, besides cells that are not in it."""
        return self.tree is not None and len(self.found) > self.left_out

    def libcst_agrees(self) -> bool:
        """Whether libcst parses the code around the findings the same way; where that is unclear, the whole text.

        A text that only Python can parse, such as `(x): int = 1`, is taken as Python parses it.
        """
        from torchlint.syntax.cross_check import is_read_alike
        from torchlint.syntax.tree import Unparsable, same

        if self.tree is None:
            return False
        if is_read_alike(self.text, self.tree, {span for finding in self.found for span in _spans(finding)}):
            return True
        try:
            return same(_by_libcst(self.text).root, self.tree.root)
        except Unparsable:
            return True

    def _put_cells_together(self) -> None:
        if self.source.cells is None:
            return
        from torchlint.notebooks.cells import program  # only a notebook needs these
        from torchlint.notebooks.timed_code import timed_code

        self.text, problems = program(self.source)
        self.timed = timed_code(self.source, self.text)
        self.left_out = len(problems)
        for problem in problems:
            self._unparsable(problem)

    def _unparsable(self, problem: Unparsable) -> None:
        here = min(max(problem.offset, 0), len(self.text))
        self.found.append(self._said(problem.rule, Span(here, here), problem.message))

    def checked(self, catalog: Mapping[str, Rule] | None) -> Checked:
        """The findings to report, without suppressed ones, and with problems of the suppression comments themselves."""
        cut = [self._said("analysis-limit", Span(0, 0), self.cut)] if self.cut else []
        findings = [finding for finding in (*cut, *self.found) if finding.rule in self.enabled]
        if "torchlint:" not in self.text:
            return Checked(self.source, in_order(findings), parsed=self.parsed, left_out=self.left_out)
        from torchlint.suppression.suppress import Suppressions  # only a file with such comments needs it

        catalog = {**(_shipped() if catalog is None else catalog), **{rule.name: rule for rule in self.rules}}
        suppressions = Suppressions(self.text, catalog)
        kept: list[Finding] = []
        silenced: dict[Finding, str] = {}

        def sort(findings: Iterable[Finding]) -> None:
            for finding in findings:
                if directive := suppressions.silencer(finding) or self._of_its_cell(finding, suppressions):
                    silenced[finding] = directive.reason
                else:
                    kept.append(finding)

        sort(findings)
        if self.parsed and not self.left_out:
            sort(self._problems(suppressions, catalog))
        return Checked(self.source, in_order(kept), in_order(silenced), self.parsed, silenced, self.left_out)

    def _of_its_cell(self, finding: Finding, suppressions: Suppressions) -> Directive | None:
        """The comment, anywhere in a cell of a notebook, that accepts that the cell is not Python."""
        cells = () if finding.rule != SYNTAX_ERROR else self.source.cells or ()
        for cell in cells:
            if cell.start <= finding.span.start <= cell.end:
                return suppressions.silencer_within(Span(cell.start, cell.end), finding.rule)
        return None

    def _problems(self, suppressions: Suppressions, catalog: Mapping[str, Rule]) -> list[Finding]:
        ran = self.enabled - self.failed
        usual = {name for name, rule in catalog.items() if is_usual(rule)}
        problems = suppressions.problems(self.source.path, ran, all_ran=usual <= ran)
        return [problem for problem in problems if problem.rule in self.enabled]

    def _said(self, name: str, span: Span, message: str) -> Finding:
        return Finding(self.source.path, span, message, rule=name)

    def _failed(self, what: str, error: Exception) -> None:
        said = ((error.msg if isinstance(error, SyntaxError) else str(error)) or "no message").splitlines()[0][:200]
        place, span = _blame(error, len(self.source.text))
        self.found.append(self._said(FAILURE, span, f"{what} failed: {type(error).__name__}: {said} ({place})"))


def with_run_findings(checked: Checked, made: Iterable[Finding], catalog: Mapping[str, Rule]) -> Checked:
    """A file with findings that a run has made, in place of those of the run before; comments silence them as ever."""
    kept = [one for one in checked.findings if not catalog[one.rule].needs_run]
    silenced = {one: checked.reasons.get(one, "") for one in checked.suppressed if not catalog[one.rule].needs_run}
    from torchlint.suppression.suppress import Suppressions  # only a file with such comments needs it

    suppressions = Suppressions(checked.source.text, catalog) if "torchlint:" in checked.source.text else None
    for finding in made:
        directive = suppressions.silencer(finding) if suppressions else None
        if directive is None:
            kept.append(finding)
        else:
            silenced[finding] = directive.reason
    return replace(checked, findings=in_order(kept), suppressed=in_order(silenced), reasons=silenced)


def is_usual(rule: Rule) -> bool:
    """Whether a rule reads every file, unless it is ignored."""
    return rule.check is not None and rule.is_on and not rule.needs_run


def _shipped() -> Mapping[str, Rule]:
    from torchlint.pack import builtin_rules  # not at the top: the rules import this package

    return {**builtin_rules(), **DIAGNOSTICS}


def _refuse_malformed(finding: Finding, length: int) -> None:
    """Raise ValueError for a finding that points outside the text, TypeError for one that is not frozen all through.

    It is better to fail here, where the rule is known, than in a report.
    """
    hash(finding)
    for span in (finding.span, *(span for span, _ in finding.related)):
        if not 0 <= span.start <= span.end <= length:
            raise ValueError(f"{span} is not inside the file")


def _spans(finding: Finding) -> Iterator[Span]:
    """The places that a finding points at, and those that its fix would change."""
    yield finding.span
    yield from (span for span, _ in finding.related)
    yield from (edit.span for edit in finding.fix.edits) if finding.fix else ()


def _blame(error: Exception, length: int) -> tuple[str, Span]:
    """Where an exception was raised, and which user code was being checked then; the file's beginning if unknown.

    The rule's local variables have spans: the smallest one of the outermost frame that has any is taken.
    """
    frames = list(_frames(error))
    file, row = frames[-1][0].f_code.co_filename, frames[-1][1]
    if isinstance(error, SyntaxError) and (error.filename or "").endswith(".py"):  # of a file beside the rule's
        file, row = error.filename or "", error.lineno or 1
    place = f"{os.path.basename(file)}:{row}"
    for frame, _ in frames[1:]:  # the first is our own, and holds the finding before
        held = [_span_of(value) for value in frame.f_locals.values()]
        inside = [span for span in held if span and 0 <= span.start < span.end <= length]
        if inside:
            return place, min(inside, key=lambda span: span.end - span.start)
    return place, Span(0, 0)


def _frames(error: Exception) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _span_of(value: object) -> Span | None:
    try:
        span = getattr(value, "span", None)
    except Exception:  # the view may be what is broken
        return None
    return span if isinstance(span, Span) else None


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By place and rule, each once; of two that say the same, the sure one, and the one with a fix."""
    unique: dict[tuple[Span, str, str], Finding] = {}
    for finding in sorted(findings, key=lambda f: (f.span, f.rule, f.message, not f.sure, f.fix is None)):
        unique.setdefault((finding.span, finding.rule, finding.message), finding)
    return tuple(unique.values())
