"""Edits put into a text together, and where the places of the old text are in the new one."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice, pairwise

from torchlint.files.source import Cell, Source
from torchlint.finding import Edit, Finding, Span

_LINE_FEED = re.compile(r"(?<!\r)\n")


def prepared(edits: Iterable[Edit], newline: str) -> tuple[Edit, ...]:
    """The edits of one fix in the order of the text, each once, with the text's newlines.

    Insertions at one point become one, in the order that they came in.
    """
    ready: list[Edit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: edit.span):
        text = edit.text if newline == "\n" else _LINE_FEED.sub(newline, edit.text)
        if ready and _is_insertion(edit) and ready[-1].span == edit.span:
            text = ready.pop().text + text
        ready.append(Edit(edit.span, text))
    return tuple(ready)


def flaw(edits: Sequence[Edit], length: int) -> str:
    """Why prepared edits can't be applied to a text of that length; nothing where they can."""
    if not edits:
        return "it has no edits"
    if any(not 0 <= edit.span.start <= edit.span.end <= length for edit in edits):
        return "its edits lie outside the file"
    if any(after.span.start < before.span.end for before, after in pairwise(edits)):
        return "its edits overlap"
    return ""


class Splice:
    """Edits of one text, from any number of fixes, that do not get in each other's way."""

    def __init__(self, fixes: Iterable[Iterable[Edit]] = ()) -> None:
        self._edits: list[Edit] = []
        self._grown: list[int] | None = None
        for edits in fixes:
            self.add(edits)

    def add(self, edits: Iterable[Edit]) -> None:
        """Take in the edits of one more fix; an edit that is there already is made once."""
        for edit in edits:
            index = bisect_left(self._edits, edit)
            if self._edits[index : index + 1] != [edit]:
                self._edits.insert(index, edit)
                self._grown = None

    def admits(self, edits: Iterable[Edit]) -> bool:
        """Whether another fix changes nothing that is changed here, or changes it in the same way."""
        return all(self._admits(edit) for edit in edits)

    def _admits(self, edit: Edit) -> bool:
        index = bisect_left(self._edits, edit)
        if self._edits[index : index + 1] == [edit]:
            return True
        below = index
        while below < len(self._edits) and self._edits[below].span.start <= edit.span.end:
            if _clash(self._edits[below], edit):
                return False
            below += 1
        above = index - 1
        while above >= 0 and self._edits[above].span.end >= edit.span.start:
            if _clash(self._edits[above], edit):
                return False
            above -= 1
        return True

    def applied_to(self, text: str) -> str:
        """The new text."""
        parts: list[str] = []
        end = 0
        for edit in self._edits:
            parts += text[end : edit.span.start], edit.text
            end = edit.span.end
        return "".join([*parts, text[end:]])

    def moved(self, span: Span) -> Span:
        """Where a place of the old text is in the new one, with what was inserted at its ends."""
        return Span(self._bounds(span.start)[0], self._bounds(span.end)[1])

    def images(self, span: Span) -> list[Span]:
        """What a place may have become, the largest first: with what was inserted at its ends, or without."""
        starts, ends = self._bounds(span.start), self._bounds(span.end)
        spans = {Span(start, end) for start in starts for end in ends if start <= end}
        return sorted(spans, key=lambda image: (image.start - image.end, image.start))

    def led(self, old: Span, places: Places) -> list[Finding]:
        """What is found in the new text where a place of the old one went, of one rule."""
        return places.between(self._bounds(old.start), self._bounds(old.end))

    def wrote(self, edits: Iterable[Edit]) -> Iterator[Span]:
        """What these edits put there, in the new text."""
        for edit in edits:
            index = bisect_left(self._edits, edit)
            if self._edits[index : index + 1] == [edit]:
                start = edit.span.start + self._shifts[index]
                yield Span(start, start + len(edit.text))

    @property
    def _shifts(self) -> list[int]:
        """By how much the text before each edit has grown, and the text behind the last."""
        if self._grown is None:
            grown = (len(edit.text) - (edit.span.end - edit.span.start) for edit in self._edits)
            self._grown = [0, *accumulate(grown)]
        return self._grown

    def _bounds(self, offset: int) -> tuple[int, int]:
        """The first and the last offset in the new text that an offset of the old one may have become.

        These differ for a point that something is inserted at, and inside what is replaced.
        """
        index = bisect_left(self._edits, offset, key=lambda edit: edit.span.start)
        if index and self._edits[index - 1].span.end > offset:  # only the last before it can reach so far
            index -= 1
        first = last = offset + self._shifts[index]
        for edit in islice(self._edits, index, None):
            start, end, grown = edit.span.start, edit.span.end, len(edit.text)
            if start == end == offset:
                last += grown
            elif start < offset:
                first -= offset - start
                last += grown - (offset - start)
            else:
                break
        return first, last


class Places:
    """Findings of one rule in a text, by where they begin."""

    def __init__(self, findings: Iterable[Finding] = ()) -> None:
        self._at: dict[int, list[Finding]] = {}
        for finding in findings:
            self._at.setdefault(finding.span.start, []).append(finding)
        self._starts = sorted(self._at)

    def between(self, starts: tuple[int, int], ends: tuple[int, int]) -> list[Finding]:
        """Those that begin and end within these bounds."""
        first, last = bisect_left(self._starts, starts[0]), bisect_right(self._starts, starts[1])
        found = (finding for start in self._starts[first:last] for finding in self._at[start])
        return [finding for finding in found if ends[0] <= finding.span.end <= ends[1]]

    def remove(self, finding: Finding) -> None:
        """Leave one out."""
        self._at[finding.span.start].remove(finding)


def places_by_rule(findings: Iterable[Finding]) -> defaultdict[str, Places]:
    """The findings of a text, by their rules."""
    by_rule: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_rule[finding.rule].append(finding)
    return defaultdict(Places, {rule: Places(found) for rule, found in by_rule.items()})


def spliced(source: Source, splice: Splice) -> Source:
    """A file with edits in its text; of a notebook, the JSON is still the old one."""
    cells = source.cells
    if cells is not None:
        spans = [splice.moved(Span(cell.start, cell.end)) for cell in cells]
        cells = tuple(Cell(cell.number, span.start, span.end) for cell, span in zip(cells, spans))
    return replace(source, text=splice.applied_to(source.text), cells=cells)


def _clash(one: Edit, other: Edit) -> bool:
    """Whether two different edits, of different fixes, can't both be made as they are.

    Beside an insertion nothing else may happen: nobody knows which of the two was to come first. Whole lines at one
    point are the exception; they are imports, in any order.
    """
    if one.span == other.span and _is_lines(one) and _is_lines(other):
        return False
    if _is_insertion(one) or _is_insertion(other):
        return one.span.start <= other.span.end and other.span.start <= one.span.end
    return one.span.start < other.span.end and other.span.start < one.span.end


def _is_insertion(edit: Edit) -> bool:
    return edit.span.start == edit.span.end


def _is_lines(edit: Edit) -> bool:
    return _is_insertion(edit) and edit.text.endswith(("\n", "\r"))
