"""The folders of rules/, and the marks in their files that say what must be found where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from torchlint.finding import Finding
from torchlint.source import Lines

ROOT = Path(__file__).parent.parent
RULES = ROOT / "rules"
FOLDERS = sorted(path for path in RULES.iterdir() if path.is_dir() and path.name[0] not in "._")

_NEWLINE = re.compile(r"\r\n|\r|\n")
_MARK = re.compile(r"#[ ]*(?P<kind>finding|suspected)(?P<says>:[ ]*.*?)?(?P<refuted>[ ]+#[ ]*refuted)?(?=[ ]+#|[ ]*$)")


@dataclass(frozen=True, slots=True)
class Mark:
    """What must be said about one row: `says` is a part of the message."""

    row: int
    says: str
    sure: bool
    refuted: bool


def marks(text: str) -> list[Mark]:
    """The marks of a text in source order; one row may have several. Raises ValueError for one that says nothing."""
    found = []
    for row, line in enumerate(_NEWLINE.split(text), 1):
        for match in _MARK.finditer(line):
            says = (match["says"] or "").removeprefix(":").strip()
            if not says:
                raise ValueError(f"row {row}: a mark repeats a part of the message: `# {match['kind']}: part of it`")
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


def name_of(folder: Path) -> str:
    """The rule's name: its folder's in kebab-case."""
    return folder.name.replace("_", "-")


def marked_files(folder: Path) -> list[Path]:
    """The files of a rule whose marks hold: bad.py and the cases."""
    return [folder / "bad.py", *sorted((folder / "cases").glob("**/*.py"))]
