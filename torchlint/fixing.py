"""Applies fixes to a text, pass after pass, and reverts those that do not remove their finding."""

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
    from torchlint.project.project_files import ProjectFiles

PASSES = 10
_GENERATED = re.compile(r"^[ \t]*#.*@generated\b", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text after its fixes: `applied` counts those of each rule, by name.

    `checked` is about the new text. Its findings include a torchlint-error for each fix that was reverted;
    `rolled_back` has these alone. If only certain findings were to be fixed, `fixed` are those whose fixes were
    applied, and `splices` the changes of the text, pass after pass.
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
    project_files: ProjectFiles | None = None,
    lookup: Lookup | None = None,
    only: Collection[Finding] | None = None,
    remedy: Callable[[Checked], Checked] | None = None,
) -> Fixed:
    """Check a text and apply the fixes of its findings; unsafe ones, and those of suspected findings, if asked to.

    With `only`, just the fixes of these findings are applied; `remedy` replaces the fixes of findings. Nothing is
    written to the disk. Suppressed findings are not fixed, nor is a text marked `@generated`.
    """
    restless: set[str] = set()

    def look(source: Source, rules: Collection[Rule] = rules) -> Checked:
        checked = check(source, rules, catalog, project_files, lookup=lookup)
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
    """One text and its state between passes."""

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
        """The findings that could be fixed now, in source order."""
        found = [f for f in self._checked.findings if self._is_wanted(f) and f not in self._barred]
        if self._left is not None:
            found = [f for f in found if f in self._left]
        ready = [_Candidate(f, prepared(f.fix.edits, self._newline)) for f in found if f.fix]
        if self._checked.source.cells is not None:
            python = as_python(self._checked.source)
            ready = [one for one in ready if not replace_magic(one.edits, self._checked.source, python)]
        return sorted(ready, key=lambda candidate: (candidate.edits, candidate.finding.rule))

    def step(self) -> None:
        """One pass: apply all fixes that are compatible, and revert those that fail."""
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
        """The outcome; the fixes of `restless` rules, which never come to an end, were not tried."""
        reported = list(self._reported)
        for rule in sorted(restless):
            first = next((finding for finding in self._checked.findings if finding.rule == rule), None)
            span = first.span if first else Span(0, 0)
            reported.append(
                self._error(span, f"the fixes of `{rule}` were reverted: each of them creates another finding to fix")
            )
        rolled_back = in_order(reported)
        findings = in_order([*self._checked.findings, *rolled_back])
        source = self._checked.source
        if source.cells is not None and source.text != original.text:
            source = replace(source, stored=rewritten(original, source))
        checked = replace(self._checked, source=source, findings=findings)
        applied = tuple(sorted(self._applied.items()))
        return Fixed(checked, original, applied, rolled_back, tuple(self._fixed), tuple(self._splices))

    def _chosen(self) -> list[_Candidate]:
        """Fixes that don't overlap: one that overlaps an earlier one waits for the next pass."""
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
        """The chosen fixes if all of them work; else those that may, with the others reverted."""
        if not self._is_python(after):
            return self._readable(chosen)
        there = _still_there(chosen, splice, self._checked.findings, after.findings)
        for candidate in there:
            self._take_back(candidate, "the finding is still there after the fix")
        if there:
            barred = {candidate.finding for candidate in there}
            return [candidate for candidate in chosen if candidate.finding not in barred]
        if after.source.text in self._seen:
            for candidate in chosen:
                self._take_back(candidate, "the fix undoes another fix")
            return []
        return chosen

    def _readable(self, chosen: list[_Candidate]) -> list[_Candidate]:
        """As many as leave the text valid Python; one that does so alone, but not with the others, waits."""
        kept: list[_Candidate] = []
        groups = [chosen]
        while groups:
            group = groups.pop()
            if self._parses([*kept, *group]):
                kept += group
            elif len(group) > 1:  # by halves: one bad fix among hundreds is found in a few attempts
                groups += group[len(group) // 2 :], group[: len(group) // 2]
            elif not self._parses(group):
                self._take_back(group[0], "the fixed code is not valid Python")
        return kept

    def _parses(self, group: list[_Candidate]) -> bool:
        splice = Splice(candidate.edits for candidate in group)
        return self._is_python(self._look(spliced(self._checked.source, splice), rules=()))

    def _is_python(self, after: Checked) -> bool:
        """Whether a new text is valid Python; of a notebook, as many cells as before."""
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
        self._reported.append(self._error(finding.span, f"the fix of `{finding.rule}` was reverted: {why}"))

    def _error(self, span: Span, message: str) -> Finding:
        return Finding(self._checked.source.path, span, message, rule=FAILURE)


def _flaw(edits: Sequence[Edit], source: Source) -> str:
    """Why edits can't be applied to a file; empty if they can."""
    why = flaw(edits, len(source.text))
    if not why and source.cells is not None and not are_in_cells(edits, source):
        why = "its edits lie outside the cells"
    return why


def _gone_to(old: Finding, splice: Splice, places: Mapping[str, Places]) -> list[Finding]:
    """A finding as it is in the new text; empty if another fix has removed it."""
    return sorted(splice.led(old.span, places[old.rule]), key=lambda new: new.message != old.message)[:1]


def _still_there(
    chosen: Sequence[_Candidate], splice: Splice, before: Iterable[Finding], after: Iterable[Finding]
) -> list[_Candidate]:
    """The fixes whose finding is found again, at its new place or in the text that the fix wrote.

    Findings from before that were not fixed yet may be found again.
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
