"""Findings as HTML for a notebook: the code with the span underlined, the verdict, and where to read on.

Whatever is in the code is escaped. Colours are those of the front end's theme, light or dark, where it has variables
for them. Without the style sheet, as in a preview of the notebook, rows of code are still rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from torchlint.authoring.page_address import address_of
from torchlint.report.alike import alike, other_places
from torchlint.report.pages import Pages
from torchlint.report.style import printable
from torchlint.verify.report.code import rows
from torchlint.verify.report.markup import Markup, element, joined, prose

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.pages import Page
    from torchlint.result import Result
    from torchlint.rule import Rule
    from torchlint.verdict import Judgement

_SIGNS = {"+": "added", "-": "removed", "@": "hunk"}


def findings_html(results: Sequence[Result], catalog: Mapping[str, Rule]) -> Markup:
    """The findings, each with its code; those of a cell that say the same are shown once."""
    cards = [
        _card(finding, repeated, result, Pages(result.checked.source), catalog)
        for result in results
        for finding, *repeated in alike(result)
    ]
    return _whole(*cards)


def patch_html(lines: Sequence[str]) -> Markup:
    """The changes of a fix, line by line."""
    drawn = (element("span", line, class_=_SIGNS.get(line[:1], "same")) for line in lines)
    return _whole(element("pre", *_joined_by_newlines(drawn), class_="patch"))


def _whole(*content: Markup) -> Markup:
    style = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    return element("div", element("style", Markup(style)), *content, class_="torchlint")


def _card(
    finding: Finding, repeated: Sequence[Finding], result: Result, pages: Pages, catalog: Mapping[str, Rule]
) -> Markup:
    page = pages.at(finding.span.start)
    rule = result.rule_of(finding.rule, catalog)
    judgement = result.verdicts.get(finding)
    address = address_of(rule)
    name = element("code", rule.name)
    return element(
        "section",
        element(
            "p",
            element("strong", rule.severity, class_="severity"),
            " ",
            element("a", name, href=address, target="_blank", rel="noopener") if address else name,
            " ",
            element("span", _place(page, finding.span.start), class_="place"),
            "" if finding.sure else " (suspected)",
            class_="head",
        ),
        element("p", prose(printable(finding.message)), class_="message"),
        element("pre", *_joined_by_newlines(rows(page.own(finding), page)), class_="code"),
        _verdict(judgement) if judgement else None,
        element("ul", *(element("li", note) for note in _notes(finding, repeated, page, pages, rule))),
        class_=f"finding {rule.severity}",
    )


def _verdict(judgement: Judgement) -> Markup:
    verdict = judgement.verdict
    badge = element("strong", verdict.outcome.upper(), class_="badge")
    return element(
        "p", badge, " ", prose(printable(verdict.text)), class_=f"verdict {verdict.outcome.replace(' ', '-')}"
    )


def _notes(finding: Finding, repeated: Sequence[Finding], page: Page, pages: Pages, rule: Rule) -> Iterator[Markup]:
    for span, label in finding.related:
        if not page.holds(span):
            yield joined((prose(printable(label)), ": ", _place(pages.at(span.start), span.start)))
    if repeated:
        yield joined(("also: ", other_places(finding, repeated, pages)))
    if finding.fix is not None:
        option = "--fix" if finding.fix.safe else "--fix --unsafe-fixes"
        command = f"%torchlint {option.replace('--fix', f'--fix {page.cell}', 1)}"
        yield joined((prose(printable(finding.fix.title)), ": ", element("code", command)))
    yield joined(("more: ", element("code", f"%torchlint --explain {rule.name}")))


def _place(page: Page, offset: int) -> str:
    row, column = page.row_and_column(offset)
    return f"In [{page.cell}], line {row}, column {column}"


def _joined_by_newlines(lines: Iterator[Markup] | Sequence[Markup]) -> Iterator[Markup]:
    for number, line in enumerate(lines):
        yield joined(("\n", line)) if number else line
