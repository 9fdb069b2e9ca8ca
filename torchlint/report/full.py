"""Findings with the code that they point at, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from torchlint.report.concise import headline
from torchlint.report.frame import frame
from torchlint.report.pages import Pages
from torchlint.report.style import printable, printable_path
from torchlint.report.verdicts import is_brief, sentence

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule
    from torchlint.verdict import Judgement

UNCONFIRMED = "Suspected, and not confirmed by the run:"
_MOST_PLACES = 8  # of one finding's repetitions; a number stands for the others


def write_full(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write each finding as a headline, its place, the code, and where to go from there.

    The same finding at several places of a file is shown at the first one, with a list of the others. A suspected
    finding that a run has not confirmed takes one line, at the end.
    """
    brief: list[str] = []
    for result in results:
        pages = Pages(result.checked.source)
        path = printable(result.checked.source.path)
        for finding, *repeated in _alike(result):
            judgement = result.verdicts.get(finding)
            if judgement and is_brief(result, finding):
                place = pages.at(finding.span.start).place(finding.span.start)
                file = printable_path(result.checked.source.path)
                brief.append(f"  {file}:{place}: {finding.rule} {sentence(judgement, style)}")
                continue
            paragraph = _paragraph(finding, repeated, pages, path, catalog[finding.rule], style, judgement)
            stream.write("\n".join(paragraph) + "\n\n")
    if brief:
        stream.write("\n".join((UNCONFIRMED, *brief)) + "\n\n")


def _alike(result: Result) -> Iterator[list[Finding]]:
    """The findings of a file, those that say the same together, unless a verdict or related places tell them apart."""
    groups: dict[object, list[Finding]] = {}
    for finding in result.findings:
        fix = (finding.fix.title, finding.fix.safe) if finding.fix is not None else None
        is_its_own = finding.related or finding in result.verdicts
        key = finding if is_its_own else (finding.rule, finding.message, finding.sure, fix)
        groups.setdefault(key, []).append(finding)
    return iter(groups.values())


def _paragraph(
    finding: Finding,
    repeated: Sequence[Finding],
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
        *((("also", _places(repeated, pages)),) if repeated else ()),
        *_notes(finding, rule, is_settled=judgement is not None and judgement.verdict.outcome == "confirmed"),
    ]
    equals = style.paint("=", "frame")
    return [
        headline(finding, rule, style),
        f"{'':{digits}}{style.paint('-->', 'frame')} {path}:{page.place(finding.span.start)}",
        *drawing,
        *(f"{'':{digits}} {equals} {style.paint(label, 'bold')}: {text}" for label, text in notes),
    ]


def _places(findings: Sequence[Finding], pages: Pages) -> str:
    shown = ", ".join(pages.at(one.span.start).place(one.span.start) for one in findings[:_MOST_PLACES])
    left = len(findings) - _MOST_PLACES
    return f"{shown} and {left} more" if left > 0 else shown


def _notes(finding: Finding, rule: Rule, *, is_settled: bool) -> Iterator[tuple[str, str]]:
    if finding.fix is not None:
        title = printable(finding.fix.title)
        yield "help", title if finding.fix.safe else f"{title} (unsafe: `--fix --unsafe-fixes` does it)"
    if not finding.sure and not is_settled:
        yield "note", "only suspected: it rests on something that the code alone does not settle"
    yield "more", f"torchlint --explain {rule.name} ({rule.severity}, {rule.group})"
