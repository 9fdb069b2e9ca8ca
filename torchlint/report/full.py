"""Findings with the code that they point at, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from torchlint.report.alike import across_files, other_files, other_places
from torchlint.report.concise import label_of
from torchlint.report.frame import frame
from torchlint.report.pages import Pages
from torchlint.report.style import printable, printable_path
from torchlint.report.verdicts import is_brief, sentence

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.pages import Page
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule
    from torchlint.verdict import Judgement

_LONGEST = 60  # characters of a cell's first line
UNCONFIRMED = "Suspected, and not confirmed by the run:"


def write_full(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write each finding as a headline, its place, the code, and where to go from there.

    Findings of a file that say the same are shown at the first one's place, with a list of the others, and so are those
    of many files. A suspected finding that a run has not confirmed takes one line, at the end. Text is wrapped to the
    width of the terminal.
    """
    brief: list[str] = []
    pages_of: dict[str, Pages] = {}
    for result, (finding, *repeated), copies in across_files(results):
        pages = pages_of.setdefault(result.checked.source.path, Pages(result.checked.source))
        path = printable(result.checked.source.path)
        judgement = result.verdicts.get(finding)
        if judgement and is_brief(result, finding):
            place = pages.at(finding.span.start).place(finding.span.start)
            file = printable_path(result.checked.source.path)
            brief.append(f"  {file}:{place}: {finding.rule} {sentence(judgement, style)}")
            continue
        rule = result.rule_of(finding.rule, catalog)
        paragraph = _paragraph(finding, repeated, copies, pages, path, rule, style, judgement)
        stream.write("\n".join(paragraph) + "\n\n")
    if brief:
        stream.write("\n".join((UNCONFIRMED, *brief)) + "\n\n")


def _paragraph(
    finding: Finding,
    repeated: Sequence[Finding],
    copies: Sequence[tuple[Result, Finding]],
    pages: Pages,
    path: str,
    rule: Rule,
    style: Style,
    judgement: Judgement | None,
) -> list[str]:
    page = pages.at(finding.span.start)
    digits, drawing = frame(page.own(finding), page.lines, rule.severity, style)
    elsewhere = [(span.start, label) for span, label in finding.related if not page.holds(span)]
    notes = [
        *([("verdict", sentence(judgement, style))] if judgement else ()),
        *(("note", f"{printable(label)}: {pages.at(start).place(start)}") for start, label in elsewhere),
        *((("also", other_places(finding, repeated, pages)),) if repeated else ()),
        *((("also", other_files(copies)),) if copies else ()),
        *_notes(finding, rule, is_settled=judgement is not None and judgement.verdict.outcome == "confirmed"),
    ]
    return [
        *style.wrapped(label_of(finding, rule), printable(finding.message), "  ", label_of(finding, rule, style)),
        f"{'':{digits}}{style.paint('-->', 'frame')} {path}:{page.place(finding.span.start)}{_beginning(page)}",
        *drawing,
        *(line for label, text in notes for line in _note(label, text, digits, style)),
    ]


def _beginning(page: Page) -> str:
    """The first line of a notebook's cell, since some editors of notebooks show no numbers.

    Magics are passed over, as many cells begin with the same one; a live kernel has `%%torchlint` as a comment.
    """
    if page.cell is None:
        return ""
    lines = [line.strip() for line in page.text.splitlines() if line.strip()]
    first = next((line for line in lines if not line.startswith(("%", "!", "##torchlint"))), "")
    first = first if len(first) <= _LONGEST else f"{first[:_LONGEST].rstrip()}…"
    return f" (the cell begins with `{printable(first)}`)" if first else ""


def _note(label: str, text: str, digits: int, style: Style) -> list[str]:
    margin = " " * (digits + 1)
    painted = f"{margin}{style.paint('=', 'frame')} {style.paint(label, 'bold')}:"
    return style.wrapped(f"{margin}= {label}:", text, f"{margin}  ", painted)


def _notes(finding: Finding, rule: Rule, *, is_settled: bool) -> Iterator[tuple[str, str]]:
    if finding.fix is not None:
        title = printable(finding.fix.title)
        yield "help", title if finding.fix.safe else f"{title} (unsafe fix, apply with `--fix --unsafe-fixes`)"
    if not finding.sure and not is_settled:
        yield "note", "only suspected: the code alone can't prove it"
    yield "more", f"torchlint --explain {rule.name} ({rule.severity}, {rule.group})"
