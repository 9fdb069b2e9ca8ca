"""Rows and columns as people see them: of a file, or of a notebook's cell."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.files.source import Lines
from torchlint.finding import Span

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.finding import Finding


@dataclass(frozen=True)
class Page:
    """A stretch of a file's text whose rows are counted: all of it, or one cell."""

    text: str
    start: int = 0
    cell: int | None = None

    @cached_property
    def lines(self) -> Lines:
        """The rows of the page."""
        return Lines(self.text)

    def row_and_column(self, offset: int) -> tuple[int, int]:
        """Where on the page an offset in the file is; what lies around the page is at its edge."""
        return self.lines.place(self._own(offset))

    def place(self, offset: int) -> str:
        """The same as it is written behind a file's name."""
        row, column = self.row_and_column(offset)
        return f"{row}:{column}" if self.cell is None else f"cell {self.cell}:{row}:{column}"

    def holds(self, span: Span) -> bool:
        """Whether a stretch of the file is on the page."""
        return self.start <= span.start <= self.start + len(self.text)

    def own(self, finding: Finding) -> Finding:
        """The finding in offsets of the page, with those of its related places that are on it."""
        related = tuple((self._span(span), label) for span, label in finding.related if self.holds(span))
        return replace(finding, span=self._span(finding.span), related=related)

    def _span(self, span: Span) -> Span:
        return Span(self._own(span.start), self._own(span.end))

    def _own(self, offset: int) -> int:
        return min(max(offset - self.start, 0), len(self.text))


class Pages:
    """The pages of one file, in their order."""

    def __init__(self, source: Source) -> None:
        cells = source.cells or ()
        self._pages = [Page(source.text[cell.start : cell.end], cell.start, cell.number) for cell in cells]
        if not self._pages:
            self._pages.append(Page(source.text))
        self._starts = [page.start for page in self._pages]

    def at(self, offset: int) -> Page:
        """The page that an offset is on, or the one before where it is between two."""
        return self._pages[max(0, bisect_right(self._starts, offset) - 1)]
