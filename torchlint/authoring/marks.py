"""Marks in a program for a rule's tests: which lines must be found, and a part of what must be said there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from torchlint.files.source import Lines
from torchlint.finding import Finding

_NEWLINE = re.compile(r"\r\n|\r|\n")
_MARK = re.compile(r"#[ ]*(?P<kind>finding|suspected)(?P<says>:[ ]*.*?)?(?P<refuted>[ ]+#[ ]*refuted)?(?=[ ]+#|[ ]*$)")


@dataclass(frozen=True, slots=True)
class Mark:
    """What must be said about one row: `says` is a part of the message."""

    row: int
    says: str
    sure: bool
    refuted: bool

    def __str__(self) -> str:
        return f"{'finding' if self.sure else 'suspected'}: {self.says}"


def marks(text: str) -> list[Mark]:
    """The marks of a text in source order; one row may have several. Raises ValueError for one that says nothing."""
    found = []
    for row, line in enumerate(_NEWLINE.split(text), 1):
        for match in _MARK.finditer(line):
            says = (match["says"] or "").removeprefix(":").strip()
            if not says:
                raise ValueError(
                    f"row {row}: a mark has to repeat part of the message: `# {match['kind']}: part of it`"
                )
            found.append(Mark(row, says, match["kind"] == "finding", match["refuted"] is not None))
    return found


def answers(mark: Mark, finding: Finding, lines: Lines) -> bool:
    """Whether a finding is what a mark says must be found."""
    is_there = lines.row(finding.span.start) == mark.row
    return is_there and finding.sure == mark.sure and mark.says in finding.message


def without_marks(text: str) -> str:
    """The text as its author would write it: no marks, and no blanks left where they were."""
    lines = text.split("\n")
    return "\n".join(_MARK.sub("", line).rstrip() if _MARK.search(line) else line for line in lines)
