"""What one fix changes: the lines before and after it, as hunks of a unified diff without context."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from torchlint.files.splice import Splice, flaw, prepared
from torchlint.finding import Edit, Span
from torchlint.report.pages import Page, Pages

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.finding import Fix


def fix_diff(fix: Fix, source: Source, pages: Pages) -> list[str]:
    """The lines of the diff; rows are counted as reports count them, in a notebook in a cell, which the hunk names.

    Empty where the edits can't be applied, which a run with `--fix` reports.
    """
    edits = prepared(fix.edits, source.newline)
    if flaw(edits, len(source.text)):
        return []
    lines: list[str] = []
    for _, on_page in groupby(edits, key=lambda edit: pages.at(edit.span.start).start):
        own = list(on_page)
        page = pages.at(own[0].span.start)
        lines += _hunks(page, [Edit(Span(e.span.start - page.start, e.span.end - page.start), e.text) for e in own])
    return lines


def _hunks(page: Page, edits: Iterable[Edit]) -> Iterator[str]:
    """The hunks of one page; edits that touch the same rows share one."""
    text, rows = page.text, page.lines
    cell = "" if page.cell is None else f" cell {page.cell}"
    grown = 0  # by how many rows the page is longer after the hunks before
    for first, last, group in _by_rows(page, edits):
        start, end = rows.start(first), rows.start(last + 1)
        moved = [Edit(Span(edit.span.start - start, edit.span.end - start), edit.text) for edit in group]
        before = text[start:end].splitlines()
        after = Splice([moved]).applied_to(text[start:end]).splitlines()
        while before and after and before[0] == after[0]:
            del before[0], after[0]
            first += 1
        while before and after and before[-1] == after[-1]:
            del before[-1], after[-1]
        if not before and not after:
            continue
        yield f"@@ -{_range(first, before)} +{_range(first + grown, after)} @@{cell}"
        yield from (f"-{line}" for line in before)
        yield from (f"+{line}" for line in after)
        grown += len(after) - len(before)


def _by_rows(page: Page, edits: Iterable[Edit]) -> Iterator[tuple[int, int, list[Edit]]]:
    """The edits in groups, with the first and the last row that each group touches."""
    first = last = 0
    group: list[Edit] = []
    for edit in edits:
        start, end = page.lines.row(edit.span.start), page.lines.row(edit.span.end)
        if group and start > last:
            yield first, last, group
            group = []
        first, last = (min(first, start), max(last, end)) if group else (start, end)
        group.append(edit)
    if group:
        yield first, last, group


def _range(row: int, lines: list[str]) -> str:
    """Where a hunk is, as `patch` reads it: one that has no lines stands behind the row before."""
    return str(row) if len(lines) == 1 else f"{row if lines else row - 1},{len(lines)}"
