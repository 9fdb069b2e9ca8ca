"""The plan of a run: what the findings' experiments capture, in positions of Python's ast.

A notebook's cells are run one by one, so that what is captured in each has positions of its own.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import count

from torchlint.files.source import Cell, Lines, Source
from torchlint.finding import Experiment, Finding, Span
from torchlint.verify.judge import is_known

# A line and a column, where the code begins and where it ends: lines from 1, columns in bytes of UTF-8 from 0.
Place = tuple[int, int, int, int]

_OF_CELL = re.compile(r"(?s)(.+):cell (\d+)")


@dataclass(frozen=True, slots=True)
class Capture:
    """An expression or statement whose value is captured."""

    id: int
    place: Place


@dataclass(frozen=True, slots=True)
class Site:
    """One experiment in a file: its probe, and which capture plays which role."""

    id: int
    probe: str
    roles: dict[str, int]


@dataclass(frozen=True, slots=True)
class CellPlan:
    """What is captured in a notebook's cell with exactly this text."""

    number: int
    text: str
    captures: tuple[Capture, ...]


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What is captured in a file with exactly these bytes; of a notebook, in its cells."""

    path: str
    sha256: str
    captures: tuple[Capture, ...]
    sites: tuple[Site, ...]
    cells: tuple[CellPlan, ...] | None = None  # of a notebook

    def told_as(self, site: Site) -> str:
        """What observed processes call the code that a site is in: the file, or the cell."""
        first = next(iter(site.roles.values()), None)
        for cell in self.cells or ():
            if any(capture.id == first for capture in cell.captures):
                return cell_name(self.path, cell.number)
        return self.path


@dataclass(frozen=True, slots=True)
class Plan:
    """The files of a run, and the site of each experiment."""

    files: tuple[FilePlan, ...]
    answers: dict[tuple[str, Experiment], int]
    monitors: tuple[str, ...] = ()  # what hears of every training, for the rules whose findings only a run can make
    checked: tuple[str, ...] = ()  # the absolute paths of the files in which these may find something

    def site_of(self, finding: Finding) -> int | None:
        """The site that settles a finding; None if it has no experiment, or one without a probe."""
        return self.answers.get((absolute(finding.path), finding.proof)) if finding.proof else None

    def as_json(self) -> dict[str, object]:
        """The plan as JSON for the observed processes."""
        files = [asdict(file) for file in self.files]
        checked = self.checked if self.monitors else ()
        return {"files": files, "monitors": self.monitors, "checked": checked}


def cell_name(path: str, number: int) -> str:
    """What observed processes call a cell."""
    return f"{path}:cell {number}"


def file_and_cell(name: str) -> tuple[str, int | None]:
    """The path, and the number of the cell, of what observed processes call a file or a cell."""
    found = _OF_CELL.fullmatch(name)
    return (name, None) if found is None else (found[1], int(found[2]))


def plan_of(checked: Iterable[tuple[Source, Sequence[Finding]]], first: int = 0, heard: Collection[str] = ()) -> Plan:
    """The plan for files and their findings. Findings with the same experiment share a site, equal spans a capture.

    Sites and captures are counted from `first`. Of the notebooks at the absolute paths `heard`, all cells are planned,
    for monitors to know them by their text.
    """
    captures, sites = count(first), count(first)
    files: list[FilePlan] = []
    answers: dict[tuple[str, Experiment], int] = {}
    for source, findings in checked:
        proofs = [finding.proof for finding in findings if finding.proof is not None]
        experiments = list(dict.fromkeys(filter(is_known, proofs)))
        path = absolute(source.path)
        is_heard = source.cells is not None and path in heard
        if not experiments and not is_heard:
            continue  # nothing to look at
        spans = dict.fromkeys(span for experiment in experiments for _, span in experiment.captures)
        ids = dict(zip(spans, captures))
        of_file = list(_sites(experiments, ids, sites))
        answers.update(((path, experiment), site.id) for experiment, site in zip(experiments, of_file))
        digest = sha256(source.encoded()).hexdigest()
        if source.cells is None:
            files.append(FilePlan(path, digest, _captured(source.text, ids), tuple(of_file)))
        else:
            files.append(FilePlan(path, digest, (), tuple(of_file), tuple(_cells(source, source.cells, ids, is_heard))))
    return Plan(tuple(files), answers)


def _captured(text: str, ids: dict[Span, int], start: int = 0) -> tuple[Capture, ...]:
    """The captures in a text that begins at an offset of its file."""
    places = Places(text)
    end = start + len(text)
    inside = (span for span in ids if start <= span.start and span.end <= end)
    return tuple(Capture(ids[span], places.of(Span(span.start - start, span.end - start))) for span in inside)


def _cells(source: Source, cells: Sequence[Cell], ids: dict[Span, int], is_heard: bool) -> Iterator[CellPlan]:
    """The cells in which something is captured or may be found, and those with the same text.

    Only their order tells the latter apart.
    """
    texts = [source.text[cell.start : cell.end] for cell in cells]
    captured = [_captured(text, ids, cell.start) for cell, text in zip(cells, texts)]
    wanted = {text for text, captures in zip(texts, captured) if captures}
    for cell, text, captures in zip(cells, texts, captured):
        if text in wanted or is_heard:
            yield CellPlan(cell.number, text, captures)


def _sites(experiments: Iterable[Experiment], ids: dict[Span, int], numbers: Iterator[int]) -> Iterator[Site]:
    for experiment, number in zip(experiments, numbers):
        yield Site(number, experiment.probe, {role: ids[span] for role, span in experiment.captures})


def absolute(path: str) -> str:
    """The absolute path of a file, the same for each way to write it."""
    return os.path.realpath(path)


class Places:
    """Converts spans of a text to positions of Python's ast, and back."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)

    def of(self, span: Span) -> Place:
        """The lines and columns of a span."""
        return (*self._point(span.start), *self._point(span.end))

    def _point(self, offset: int) -> tuple[int, int]:
        row = self._lines.row(offset)
        return row, len(self._text[self._lines.start(row) : offset].encode("utf-8", "surrogatepass"))

    def span(self, place: Place) -> Span:
        """The span of a place; of whole lines, without the blanks around them, where the columns are -1."""
        first, start, last, end = place
        rows = self._lines.count
        if start < 0 or end < 0 or not 1 <= first <= last <= rows:
            row = min(max(first, 1), rows)
            line = self._lines.line(row)
            begin = self._lines.start(row)
            return Span(begin + len(line) - len(line.lstrip()), begin + len(line.rstrip()))
        return Span(self._offset(first, start), max(self._offset(first, start), self._offset(last, end)))

    def _offset(self, row: int, column: int) -> int:
        before = self._lines.line(row).encode("utf-8", "surrogatepass")[:column]
        return self._lines.start(row) + len(before.decode("utf-8", "ignore"))
