"""The piece of code that a finding points at, drawn with its row numbers and marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.report.style import NARROWEST, Style, glyph, inert, printable

if TYPE_CHECKING:
    from torchlint.files.source import Lines
    from torchlint.finding import Finding

AROUND = 2  # rows of context above and below
WIDEST = 120  # characters of a row that are drawn, where the terminal is as wide
LEAD = 30  # of these, before a mark that is further to the right
TAB = 4
LONGEST = 8  # rows of a span that are drawn in full


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of one row to underline, 0-based and half open, and what to say about it."""

    row: int
    start: int
    end: int
    sign: str
    kind: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A span over several rows: where it starts and ends, 1-based rows and 0-based columns."""

    first: int
    start: int
    last: int
    end: int


def frame(finding: Finding, lines: Lines, severity: str, style: Style) -> tuple[int, list[str]]:
    """How many digits the row numbers take, and the drawing, row by row."""
    block = _block(lines, finding.span.start, finding.span.end)
    marks = [] if block.first < block.last else [_mark(lines, block, "^", severity)]
    for span, label in finding.related:
        marks.append(_mark(lines, _block(lines, span.start, span.end), "-", "frame", printable(label)))
    rows = _rows(lines, block, marks)
    drawing = _Drawing(lines, block, severity, style, len(str(rows[-1])))
    drawn = [drawing.edge()]
    for above, row in zip([0, *rows], rows, strict=False):
        if above and row > above + 1:
            drawn.append(drawing.gap(row))
        drawn += drawing.row(row, sorted((mark for mark in marks if mark.row == row), key=lambda mark: mark.start))
    return len(str(rows[-1])), [*drawn, drawing.edge()]


def _block(lines: Lines, start: int, end: int) -> Block:
    first, column = lines.place(start)
    last, stop = lines.place(max(start, end))
    if last > first and stop == 1:  # the span ends with the newline before
        last -= 1
        stop = len(lines.line(last)) + 1
    return Block(first, column - 1, last, stop - 1)


def _mark(lines: Lines, block: Block, sign: str, kind: str, label: str = "") -> Mark:
    end = block.end if block.first == block.last else len(lines.line(block.first))
    return Mark(block.first, block.start, max(end, block.start + 1), sign, kind, label)


def _rows(lines: Lines, block: Block, marks: Iterable[Mark]) -> list[int]:
    """The rows to draw: the span, two around it, those with marks, and a single row left out between two of them."""
    above = [row for row in range(block.first - AROUND, block.first) if row > 0]
    below = [row for row in range(block.last + 1, block.last + AROUND + 1) if row <= lines.count]
    while above and not lines.line(above[0]).strip():
        above.pop(0)
    while below and not lines.line(below[-1]).strip():
        below.pop()
    if block.last - block.first < LONGEST:
        span = range(block.first, block.last + 1)
        wanted = {*above, *span, *below}
    else:
        wanted = {*above, block.first, block.first + 1, block.first + 2, block.last - 1, block.last, *below}
    wanted.update(mark.row for mark in marks)
    wanted.update(row + 1 for row in tuple(wanted) if row + 2 in wanted)
    return sorted(wanted)


class _Drawing:
    """Draws rows of one frame: the same columns of each, the same bar beside the span."""

    def __init__(self, lines: Lines, block: Block, severity: str, style: Style, digits: int) -> None:
        self._lines, self._block, self._severity, self._style, self._digits = lines, block, severity, style, digits
        self._tall = block.first < block.last
        far = block.start + 1 if self._tall else block.end
        margin = digits + len(" | ") + (len("| ") if self._tall else 0) + len("……")
        self._widest = min(WIDEST, max(style.width, NARROWEST) - margin) if style.width else WIDEST
        self._left = 0 if far < self._widest else max(0, block.start - min(LEAD, self._widest // 4))

    def edge(self) -> str:
        return self._style.paint(f"{'':{self._digits}} |", "frame")

    def gap(self, row: int) -> str:
        dots = self._style.paint("...", "frame")
        return dots + " " * self._digits + self._style.paint("|", self._severity) if self._is_inside(row) else dots

    def row(self, row: int, marks: Sequence[Mark]) -> Iterator[str]:
        text, columns = self._drawn(row)
        number = self._style.paint(f"{row:>{self._digits}} |", "frame")
        block, line = self._block, self._lines.line(row)
        opens_bare = self._tall and row == block.first and not line[: block.start].strip()
        bar = "/" if opens_bare else "|" if self._is_inside(row) else " "
        yield f"{number} {self._bar(bar + ' ')}{text}".rstrip()
        if self._tall and row == block.first and not opens_bare:
            yield self._below(" _" + "_" * columns(block.start) + "^")
        yield from self._underlines(marks, columns, "| " if block.first <= row <= block.last else "  ")
        if self._tall and row == block.last:
            yield self._below("|_" + "_" * max(0, columns(block.end) - 1) + "^")

    def _underlines(self, marks: Sequence[Mark], columns: _Columns, bar: str) -> Iterator[str]:
        """The marks of one row, as many beside one another as fit: a label ends its line."""
        pending = list(marks)
        while pending:
            line, at, left = "", 0, []
            for mark in pending:
                start, end = columns(mark.start), columns(mark.end)
                if start < at or at < 0:
                    left.append(mark)
                    continue
                signs = mark.sign * max(1, end - start)
                line += " " * (start - at) + self._style.paint(f"{signs} {mark.label}".rstrip(), mark.kind)
                at = -1 if mark.label else start + len(signs)
            pending = left
            yield f"{self.edge()} {self._bar(bar)}{line}"

    def _below(self, line: str) -> str:
        return f"{self.edge()} {self._style.paint(line, self._severity)}"

    def _bar(self, bar: str) -> str:
        if not self._tall:
            return ""
        return self._style.paint(bar[0], self._severity) + bar[1:] if bar.strip() else bar

    def _is_inside(self, row: int) -> bool:
        return self._block.first < row <= self._block.last

    def _drawn(self, row: int) -> tuple[str, _Columns]:
        line = inert(self._lines.line(row))
        glyphs, ends = [], [0]
        for char in line[self._left : self._left + self._widest]:
            sign, width = (" " * (TAB - ends[-1] % TAB), TAB - ends[-1] % TAB) if char == "\t" else glyph(char)
            glyphs.append(sign)
            ends.append(ends[-1] + width)
        before = "…" if self._left and line else ""
        after = "…" if len(line) > self._left + self._widest else ""
        return before + "".join(glyphs) + after, _Columns(self._left, ends, 1 if self._left else 0)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Characters of a row to columns of the drawing; what was cut off lies at its edge."""

    left: int
    ends: Sequence[int]
    shift: int

    def __call__(self, index: int) -> int:
        index -= self.left
        beyond = 1 if index >= len(self.ends) else 0  # the place right after the line, or the sign of the cut
        return self.ends[max(0, min(index, len(self.ends) - 1))] + beyond + self.shift
