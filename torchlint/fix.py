"""Fixes put into a text: pass after pass, and whatever does not keep its promise is taken back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from torchlint.diagnostics import FAILURE
from torchlint.files.source import Source
from torchlint.files.splice import Places, Splice, flaw, places_by_rule, prepared, spliced
from torchlint.finding import Edit, Finding, Span
from torchlint.lint import check, in_order
from torchlint.notebooks.writing import are_in_cells, replace_magic, rewritten
from torchlint.reading import as_python
from torchlint.result import Checked
from torchlint.rule import Rule

if TYPE_CHECKING:
    from torchlint.knowledge.lookup import Lookup
    from torchlint.project.project_files import Repository

PASSES = 10
_GENERATED = re.compile(r"^[ \t]*#.*@generated\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text after its fixes: `applied` counts those of each rule, by name.

    `checked` is about the new text. Among its findings is a torchlint-error for each fix that was taken back;
    `rolled_back` holds these alone. For who asked for certain findings, `fixed` are those whose fixes were applied, and
    `splices` what that did to the text, pass after pass.
    """

    checked: Checked
    original: Source
    applied: tuple[tuple[str, int], ...] = ()
    rolled_back: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] = ()
    splices: tuple[Splice, ...] = ()


def fix(
    source: Source,
    rules: Collection[Rule],
    *,
    unsafe: bool,
    fixable: Callable[[str], bool],
    suspected: bool = False,
    catalog: Mapping[str, Rule] | None = None,
    repository: Repository | None = None,
    lookup: Lookup | None = None,
    only: Collection[Finding] | None = None,
    remedy: Callable[[Checked], Checked] | None = None,
) -> Fixed:
    """Check a text and apply the fixes of what is found; unsafe ones, and those of suspected findings, if asked to.

    With `only` none but the fixes of these findings of the text are applied; a `remedy` gives findings other fixes.
    Nothing is written to the disk. No suppressed finding is fixed, and nothing in a text that says `@generated`.
    """
    restless: set[str] = set()

    def look(source: Source, rules: Collection[Rule] = rules) -> Checked:
        checked = check(source, rules, catalog, repository, lookup=lookup)
        return remedy(checked) if remedy else checked

    def is_wanted(finding: Finding) -> bool:
        if finding.fix is None or finding.rule in restless or not fixable(finding.rule):
            return False
        return (finding.fix.safe or unsafe) and (finding.sure or suspected)

    checked = look(source)
    if _GENERATED.search(source.text):
        return Fixed(checked, source)
    while True:
        work = _Work(checked, look, is_wanted, only)
        for _ in range(PASSES):
            work.step()
        left = {candidate.finding.rule for candidate in work.candidates()}
        if not left:
            return work.fixed(source, restless)
        # Fixes that make work for each other for ever have filled the text with who knows what: again without them.
        restless |= left


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A finding and what its fix would do."""

    finding: Finding
    edits: tuple[Edit, ...]


class _Look(Protocol):
    def __call__(self, source: Source, rules: Collection[Rule] = ...) -> Checked: ...


class _Work:
    """One text on its way through the passes."""

    def __init__(
        self,
        checked: Checked,
        look: _Look,
        is_wanted: Callable[[Finding], bool],
        only: Collection[Finding] | None = None,
    ) -> None:
        self._checked = checked
        self._look = look
        self._is_wanted = is_wanted
        self._newline = checked.source.newline
        self._seen = {checked.source.text}
        self._applied: Counter[str] = Counter()
        self._barred: set[Finding] = set()  # findings whose fix was taken back,
        self._reported: list[Finding] = []  # and what is said about that; both move along with the text
        # Those that were asked for and are not fixed yet: where they are now, and what they were at first.
        self._left = None if only is None else {finding: finding for finding in only}
        self._fixed: list[Finding] = []
        self._splices: list[Splice] = []

    def candidates(self) -> list[_Candidate]:
        """What could be fixed now, in the order of the text."""
        found = [f for f in self._checked.findings if self._is_wanted(f) and f not in self._barred]
        if self._left is not None:
            found = [f for f in found if f in self._left]
        ready = [_Candidate(f, prepared(f.fix.edits, self._newline)) for f in found if f.fix]
        if self._checked.source.cells is not None:
            python = as_python(self._checked.source)
            ready = [one for one in ready if not replace_magic(one.edits, self._checked.source, python)]
        return sorted(ready, key=lambda candidate: (candidate.edits, candidate.finding.rule))

    def step(self) -> None:
        """One pass: apply all that goes together, less what turns out to be no good."""
        chosen = self._chosen()
        while chosen:
            splice = Splice(candidate.edits for candidate in chosen)
            after = self._look(spliced(self._checked.source, splice))
            kept = self._kept(chosen, splice, after)
            if len(kept) == len(chosen):
                self._accept(chosen, splice, after)
                return
            chosen = kept

    def fixed(self, original: Source, restless: Iterable[str]) -> Fixed:
        """The outcome; the fixes of `restless` rules were not tried, because they come to no end."""
        reported = list(self._reported)
        for rule in sorted(restless):
            first = next((finding for finding in self._checked.findings if finding.rule == rule), None)
            span = first.span if first else Span(0, 0)
            reported.append(self._error(span, f"the fixes of `{rule}` were taken back: they make work for ever"))
        rolled_back = in_order(reported)
        findings = in_order([*self._checked.findings, *rolled_back])
        source = self._checked.source
        if source.cells is not None and source.text != original.text:
            source = replace(source, stored=rewritten(original, source))
        checked = replace(self._checked, source=source, findings=findings)
        applied = tuple(sorted(self._applied.items()))
        return Fixed(checked, original, applied, rolled_back, tuple(self._fixed), tuple(self._splices))

    def _chosen(self) -> list[_Candidate]:
        """Those that do not get in each other's way: a fix that overlaps an earlier one waits for the next pass."""
        chosen: list[_Candidate] = []
        source, splice = self._checked.source, Splice()
        for candidate in self.candidates():
            if why := _flaw(candidate.edits, source):
                self._take_back(candidate, why)
            elif splice.admits(candidate.edits):
                splice.add(candidate.edits)
                chosen.append(candidate)
        return chosen

    def _kept(self, chosen: list[_Candidate], splice: Splice, after: Checked) -> list[_Candidate]:
        """The chosen, if they did what they promise; else those that may have, and the others are taken back."""
        if not self._is_python(after):
            return self._readable(chosen)
        there = _still_there(chosen, splice, self._checked.findings, after.findings)
        for candidate in there:
            self._take_back(candidate, "the finding is still there after it")
        if there:
            barred = {candidate.finding for candidate in there}
            return [candidate for candidate in chosen if candidate.finding not in barred]
        if after.source.text in self._seen:
            for candidate in chosen:
                self._take_back(candidate, "it undoes another fix")
            return []
        return chosen

    def _readable(self, chosen: list[_Candidate]) -> list[_Candidate]:
        """As many as leave the text Python; one that does so alone but not with the others waits."""
        kept: list[_Candidate] = []
        groups = [chosen]
        while groups:
            group = groups.pop()
            if self._parses([*kept, *group]):
                kept += group
            elif len(group) > 1:  # by halves: one bad fix among hundreds is found in a few attempts
                groups += group[len(group) // 2 :], group[: len(group) // 2]
            elif not self._parses(group):
                self._take_back(group[0], "the text is no longer Python after it")
        return kept

    def _parses(self, group: list[_Candidate]) -> bool:
        splice = Splice(candidate.edits for candidate in group)
        return self._is_python(self._look(spliced(self._checked.source, splice), rules=()))

    def _is_python(self, after: Checked) -> bool:
        """Whether a new text can be read; of a notebook, as many of its cells as before."""
        return after.parsed and after.left_out <= self._checked.left_out

    def _accept(self, chosen: list[_Candidate], splice: Splice, after: Checked) -> None:
        self._applied.update(candidate.finding.rule for candidate in chosen)
        self._seen.add(after.source.text)
        self._reported = [replace(reported, span=splice.moved(reported.span)) for reported in self._reported]
        places = places_by_rule(after.findings)
        self._barred = {new for old in self._barred for new in splice.led(old.span, places[old.rule])}
        if self._left is not None:
            self._splices.append(splice)
            self._fixed += [self._left.pop(candidate.finding) for candidate in chosen]
            self._left = {new: first for old, first in self._left.items() for new in _gone_to(old, splice, places)}
        self._checked = after

    def _take_back(self, candidate: _Candidate, why: str) -> None:
        finding = candidate.finding
        self._barred.add(finding)
        self._reported.append(self._error(finding.span, f"the fix of `{finding.rule}` was taken back: {why}"))

    def _error(self, span: Span, message: str) -> Finding:
        return Finding(self._checked.source.path, span, message, rule=FAILURE)


def _flaw(edits: Sequence[Edit], source: Source) -> str:
    """Why edits can't be made in a file; nothing where they can."""
    why = flaw(edits, len(source.text))
    if not why and source.cells is not None and not are_in_cells(edits, source):
        why = "its edits lie outside the cells"
    return why


def _gone_to(old: Finding, splice: Splice, places: Mapping[str, Places]) -> list[Finding]:
    """What has become of a finding, in the new text: one, unless another fix has made it go away."""
    return sorted(splice.led(old.span, places[old.rule]), key=lambda new: new.message != old.message)[:1]


def _still_there(
    chosen: Sequence[_Candidate], splice: Splice, before: Iterable[Finding], after: Iterable[Finding]
) -> list[_Candidate]:
    """Those whose finding is found again: where its place went, or in what its fix wrote.

    What was found before and not fixed yet may be found again.
    """
    fixed = {candidate.finding for candidate in chosen}
    left = places_by_rule(after)
    for old in before:
        if old not in fixed and (again := splice.led(old.span, left[old.rule])):
            left[old.rule].remove(again[0])

    def is_there(candidate: _Candidate) -> bool:
        places = left[candidate.finding.rule]
        bounds = ((span.start, span.end) for span in splice.wrote(candidate.edits))
        new = (finding.span for each in bounds for finding in places.between(each, each))
        return bool(splice.led(candidate.finding.span, places)) or any(span.start < span.end for span in new)

    return [candidate for candidate in chosen if is_there(candidate)]
