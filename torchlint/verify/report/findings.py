"""The verdicts, in a table, and each beside its code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.report.pages import Pages
from torchlint.report.verdicts import value
from torchlint.verify.report.code import frame
from torchlint.verify.report.markup import Markup, element, joined, path, prose
from torchlint.verify.report.words import MEANINGS, SIGNS, css_name

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.pages import Page
    from torchlint.rule import Rule
    from torchlint.verdict import Judgement, Outcome
    from torchlint.verify.verify_run import VerifyRun

FOLDED: tuple[Outcome, ...] = ("refuted", "not reached")


@dataclass(frozen=True, slots=True)
class Entry:
    """A finding, its verdict, and its place on the page."""

    number: int  # from 1, in the order of the table
    finding: Finding
    judgement: Judgement
    page: Page
    rule: Rule | None
    site: int | None  # the records of which the verdict was drawn from

    @property
    def id(self) -> str:
        """The anchor of the entry."""
        return f"finding-{self.number}"

    @property
    def outcome(self) -> Outcome:
        return self.judgement.verdict.outcome

    @property
    def place(self) -> str:
        """Path, row and column, as every format of torchlint writes them."""
        return f"{self.finding.path}:{self.page.place(self.finding.span.start)}"

    @property
    def rows(self) -> range:
        """The rows of the code, from 1."""
        last = max(self.finding.span.start, self.finding.span.end - 1)
        return range(self.page.row_and_column(self.finding.span.start)[0], self.page.row_and_column(last)[0] + 1)


def entries_of(run: VerifyRun) -> tuple[Entry, ...]:
    """The entries of all findings: first those to act on, then by file and place."""
    found = []
    for result in run.results:
        pages = Pages(result.checked.source)
        for finding in result.findings:
            judgement = result.verdicts[finding]
            found.append((finding, judgement, pages.at(finding.span.start), run.catalog.get(finding.rule)))
    order = list(SIGNS)
    found.sort(key=lambda each: order.index(each[1].verdict.outcome))
    sites = {id(evidence): site for site, evidence in run.session.evidence.items()}
    return tuple(
        Entry(number, finding, judgement, page, rule, sites.get(id(judgement.evidence)))
        for number, (finding, judgement, page, rule) in enumerate(found, 1)
    )


def filters(entries: Sequence[Entry]) -> Markup:
    """The counts of the outcomes; each is a filter for its findings, without a script."""
    boxes = []
    for outcome in SIGNS:
        count = sum(entry.outcome == outcome for entry in entries)
        name = css_name(outcome)
        box = element("input", type="checkbox", id=f"show-{name}", checked=True, disabled=not count)
        said = (sign(outcome), element("b", count), f" {outcome}")
        boxes.append(element("label", box, *said, class_=f"count {name}", title=MEANINGS[outcome]))
    legend = element("legend", "Findings by outcome", class_="unseen")
    return element("fieldset", legend, *boxes, class_="counts")


def table(entries: Sequence[Entry]) -> Markup:
    """One row per finding, with links to its code."""
    heads = [element("th", title, scope="col") for title in ("Outcome", "Finding", "Measured", "What the run says")]
    caption = element("caption", "Verdicts", class_="unseen")
    body = element("tbody", *map(_row, entries))
    return element("table", caption, element("thead", element("tr", *heads)), body, class_="verdicts")


def _row(entry: Entry) -> Markup:
    numbers = entry.judgement.verdict.numbers
    first = joined((element("b", value(numbers[0])), " ", element("small", numbers[0].name))) if numbers else None
    place = element("a", path(entry.place), href=f"#{entry.id}", class_="place")
    return element(
        "tr",
        element("td", badge(entry.outcome), class_="outcome"),
        element("td", element("span", entry.finding.rule, class_="rule"), place, _suspected(entry)),
        element("td", first, class_="measured"),
        element("td", prose(entry.judgement.verdict.text)),
        class_=css_name(entry.outcome),
    )


def cards(entries: Sequence[Entry]) -> Markup:
    """Each finding with its code; those that need no action are folded."""
    return element("div", *map(_card, entries), class_="cards")


def _card(entry: Entry) -> Markup:
    heading = element("h3", badge(entry.outcome), " ", element("span", entry.finding.rule, class_="rule"))
    summary = element("summary", heading, element("span", path(entry.place), class_="place"))
    said = element(
        "p", element("b", f"{entry.outcome.capitalize()}: "), prose(entry.judgement.verdict.text), class_="verdict"
    )
    return element(
        "details",
        summary,
        element("p", prose(entry.finding.message), class_="message"),
        frame(entry.page.own(entry.finding), entry.page),
        said,
        _numbers(entry),
        _notes(entry),
        id=entry.id,
        open=entry.outcome not in FOLDED,
        class_=f"card {css_name(entry.outcome)}",
    )


def _numbers(entry: Entry) -> Markup | None:
    numbers = entry.judgement.verdict.numbers
    if not numbers:
        return None
    pairs = (element("div", element("dt", each.name), element("dd", value(each))) for each in numbers)
    return element("dl", *pairs, class_="numbers")


def _notes(entry: Entry) -> Markup | None:
    notes = [element("li", prose(note)) for note in _said(entry)]
    return element("ul", *notes, class_="notes") if notes else None


def _said(entry: Entry) -> Iterator[str]:
    """Notes on a finding: its fix, related places in other cells, whether it is suspected, and where to read more."""
    fix = entry.finding.fix
    if fix is not None:
        yield f"Fix: {fix.title}" + ("" if fix.safe else " (unsafe: it may change what the program computes)")
    for span, label in entry.finding.related:
        if not entry.page.holds(span):
            yield f"{label}: in another cell"
    if not entry.finding.sure:
        yield "Only suspected: it rests on something that the code alone does not settle"
    if entry.rule is not None:
        yield f"Severity {entry.rule.severity}, group {entry.rule.group}; more: `torchlint --explain {entry.rule.name}`"
    visited = entry.judgement.evidence.observations if entry.judgement.evidence else ()
    visits = sum(each.visits for each in visited)
    if visits:
        yield f"Rests on {_times(visits, 'visit')} of this code in {_times(len(visited), 'process', 'processes')}"


def _times(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"


def _suspected(entry: Entry) -> Markup | None:
    return None if entry.finding.sure else element("small", "suspected")


def sign(outcome: Outcome) -> Markup:
    """The sign of an outcome, hidden from screen readers, which read the word beside it."""
    return element("span", SIGNS[outcome], class_="sign", aria_hidden="true")


def badge(outcome: Outcome) -> Markup:
    """The outcome with its sign, in its colour."""
    return element("span", sign(outcome), outcome, class_=f"badge {css_name(outcome)}")
