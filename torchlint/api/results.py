"""What `torchlint.check`, `torchlint.fix` and `torchlint.explain` return: frozen data, with lines and columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.rule import Severity


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A range of a file. Lines and columns count from 1, columns in code points; the end is the place after it.

    In a notebook they count in the code cell number `cell`, which counts all cells from 1.
    """

    line: int
    column: int
    end_line: int
    end_column: int
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Replace the text at `location` with `text`."""

    location: Location
    text: str


@dataclass(frozen=True, slots=True)
class ReportedFix:
    """How a finding can be fixed. A `safe` fix does not change what the program computes.

    `diff` holds the changed lines as hunks of a unified diff without context; the line numbers are those of the file as
    it is now.
    """

    title: str
    safe: bool
    edits: tuple[TextEdit, ...]
    diff: str


@dataclass(frozen=True, slots=True)
class RelatedLocation:
    """Another place that a finding refers to, with a label."""

    location: Location
    message: str


@dataclass(frozen=True, slots=True)
class ReportedFinding:
    """One finding, as reports show it. `path` is relative to the working directory where the file is below it.

    A `suspected` finding depends on an assumption that the code does not prove. `fingerprint` stays the same when lines
    move; `url` is None for rules of your own.
    """

    rule: str
    severity: Severity
    group: str
    message: str
    path: str
    location: Location
    suspected: bool
    fix: ReportedFix | None
    related: tuple[RelatedLocation, ...]
    fingerprint: str
    url: str | None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The findings of a check, in the order of files and lines; `files` are the paths that were checked.

    `fails` is whether a finding is at or above the setting `fail-on`. Hidden findings are counted: suspected ones, and
    those that a baseline accepts.
    """

    findings: tuple[ReportedFinding, ...]
    files: tuple[str, ...]
    fails: bool
    hidden_suspected: int = 0
    hidden_by_baseline: int = 0


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file with fixes: its text before and after, how many fixes there are of each rule, and a unified diff.

    For a notebook, `before` and `after` are the code of its cells. `not_written` is the reason why the file could
    not be written; empty if it was written, or was not meant to be.
    """

    path: str
    before: str
    after: str
    applied: Mapping[str, int] = field(hash=False)
    diff: str
    not_written: str = ""


@dataclass(frozen=True, slots=True)
class FixResult:
    """The files that fixes change, and the findings that remain, in all files. `text` is the fixed code if the code
    was passed as `text`; None for files.
    """

    files: tuple[FixedFile, ...]
    remaining: CheckResult
    text: str | None = None


@dataclass(frozen=True, slots=True)
class RulePage:
    """A rule and its page, as Markdown. `default` is whether the rule is on by default."""

    name: str
    summary: str
    group: str
    severity: Severity
    default: bool
    preview: bool
    needs_run: bool  # whether only `--verify` finds it
    page: str
    url: str | None

    def __str__(self) -> str:
        """The page."""
        return self.page


@dataclass(frozen=True, slots=True)
class ExplainedSymptom:
    """Something that people notice. `check` says how to tell by a run; `rules` look for its causes, errors first."""

    name: str
    title: str
    check: str
    rules: tuple[RulePage, ...]


@dataclass(frozen=True, slots=True)
class SymptomPage:
    """The symptoms that a text describes, the closest first, and one page about all of them, as Markdown."""

    symptoms: tuple[ExplainedSymptom, ...]
    page: str

    def __str__(self) -> str:
        """The page."""
        return self.page
