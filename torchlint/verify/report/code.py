"""The code that a finding points at, with its row numbers; the span is marked, and so are related places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from torchlint.verify.report.markup import Content, Markup, element, joined, prose

if TYPE_CHECKING:
    from torchlint.finding import Finding, Span
    from torchlint.report.pages import Page

AROUND = 3  # rows above and below the span
LONGEST = 14  # rows of a span that are shown in full
EDGE = 5  # rows at either end of a longer one
WIDEST = 300  # characters of a row that are shown
LEAD = 60  # of these, before a span that is further to the right


@dataclass(frozen=True, slots=True)
class _Mark:
    """A stretch of the page's text and its class; 0-based offsets, half open."""

    start: int
    end: int
    kind: str
    label: str = ""


def frame(finding: Finding, page: Page) -> Markup:
    """The rows around a finding that lies on the page; its related places are on the page too, or are left out."""
    drawn = element("code", *rows(finding, page))
    return element("pre", drawn, class_="code", tabindex="0", role="group", aria_label="code of the finding")


def rows(finding: Finding, page: Page) -> list[Markup]:
    """The same, row by row."""
    marks = [_Mark(finding.span.start, max(finding.span.end, finding.span.start + 1), "span")]
    marks += [_Mark(span.start, max(span.end, span.start + 1), "near", label) for span, label in finding.related]
    drawn: list[Markup] = []
    above = 0
    for row in _rows(finding, page):
        if above and row > above + 1:
            drawn.append(element("span", "⋯", class_="gap"))
        drawn.append(_line(page, row, marks))
        above = row
    return drawn


def _rows(finding: Finding, page: Page) -> list[int]:
    """Rows from 1: the span and what is around it, and each related place."""
    first, last = _first_and_last(finding.span, page)
    wanted = set(_around(first, last, page))
    if last - first < LONGEST:
        wanted.update(range(first, last + 1))
    else:
        wanted.update((*range(first, first + EDGE), *range(last - EDGE + 1, last + 1)))
    for span, _ in finding.related:
        wanted.add(_first_and_last(span, page)[0])
    wanted.update(row + 1 for row in tuple(wanted) if row + 2 in wanted)
    return sorted(wanted)


def _around(first: int, last: int, page: Page) -> Iterator[int]:
    """Rows above and below that are on the page; it neither begins nor ends with an empty one."""
    above = [row for row in range(first - AROUND, first) if row > 0]
    below = [row for row in range(last + 1, last + AROUND + 1) if row <= page.lines.count]
    while above and not page.lines.line(above[0]).strip():
        above.pop(0)
    while below and not page.lines.line(below[-1]).strip():
        below.pop()
    yield from (*above, *below)


def _first_and_last(span: Span, page: Page) -> tuple[int, int]:
    first = page.lines.row(span.start)
    return first, page.lines.row(max(span.start, span.end - 1))


def _line(page: Page, row: int, marks: list[_Mark]) -> Markup:
    """One row: its number, its text in pieces, and what is said of the places that begin in it."""
    start, text = page.lines.start(row), page.lines.line(row)
    here = [mark for mark in marks if mark.start < start + len(text) + 1 and mark.end > start]
    labels = [mark.label for mark in here if mark.label and page.lines.row(mark.start) == row]
    is_hit = any(mark.kind == "span" for mark in here)
    return element(
        "span",
        element("span", row, class_="number"),
        *_pieces(text, start, here),
        *(element("span", "← ", prose(label), class_="label") for label in labels),
        class_="hit" if is_hit else "line",
    )


def _pieces(text: str, start: int, marks: list[_Mark]) -> Iterator[Content]:
    """The text cut where marks begin and end; of two on one piece, the finding's own holds."""
    left, right = _window(len(text), [mark.start - start for mark in marks])
    cuts = {max(left, min(right, edge - start)) for mark in marks for edge in (mark.start, mark.end)}
    edges = sorted({left, right, *cuts, *_indent(text, left, right)})
    if left:
        yield element("span", "…", class_="cut")
    for begin, end in pairwise(edges):
        covering = [mark for mark in marks if mark.start - start <= begin and mark.end - start >= end]
        piece = text[begin:end]
        if covering and piece.strip():
            kind = min((mark.kind for mark in covering), key=("span", "near").index)
            yield element("mark", piece, class_=kind)
        else:
            yield joined((piece,))
    if right < len(text):
        yield element("span", f"… {len(text) - right:,} more characters", class_="cut")


def _indent(text: str, left: int, right: int) -> tuple[int, ...]:
    """Where the code begins: a span over several rows does not mark their indentation."""
    return (max(left, min(right, len(text) - len(text.lstrip()))),)


def _window(length: int, starts: list[int]) -> tuple[int, int]:
    first = max(0, min((start for start in starts if start >= 0), default=0))
    left = 0 if length <= WIDEST or first < WIDEST - LEAD else first - LEAD
    return left, min(length, left + WIDEST)
