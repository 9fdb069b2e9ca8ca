"""The verdicts, in a table, and each beside its code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.authoring.page_address import address_of
from torchlint.report.pages import Pages
from torchlint.report.verdicts import value
from torchlint.verify.report.code import frame
from torchlint.verify.report.markup import Markup, element, joined, path, prose
from torchlint.verify.report.words import MEANINGS, SIGNS, css_name, names_of

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.pages import Page
    from torchlint.rule import Rule
    from torchlint.verdict import Judgement, Outcome
    from torchlint.verify.records import Process
    from torchlint.verify.verify_run import VerifyRun

MOST_PLACES = 8  # of findings alike, that are not folded
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
    seen_in: tuple[Process, ...] = ()  # the processes that have come by

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
            found.append((finding, judgement, pages.at(finding.span.start), run.rule_of(result, finding)))
    order = list(SIGNS)
    found.sort(key=lambda each: order.index(each[1].verdict.outcome))
    sites = {id(evidence): site for site, evidence in run.session.evidence.items()}
    entries = []
    for number, (finding, judgement, page, rule) in enumerate(found, 1):
        site = sites.get(id(judgement.evidence))
        seen_in = tuple(process for process in run.session.processes if site in process.seen)
        entries.append(Entry(number, finding, judgement, page, rule, site, seen_in))
    return tuple(entries)


def alike(entries: Sequence[Entry]) -> list[tuple[Entry, ...]]:
    """The entries in order, those of one rule with one outcome together."""
    groups: dict[object, list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.outcome, entry.finding.rule, entry.finding.sure), []).append(entry)
    return [tuple(group) for group in groups.values()]


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
    """One row per finding, or for findings alike, with links to their code."""
    heads = [element("th", title, scope="col") for title in ("Outcome", "Finding", "Measured", "What the run shows")]
    caption = element("caption", "Verdicts", class_="unseen")
    body = element("tbody", *map(_row, alike(entries)))
    return element("table", caption, element("thead", element("tr", *heads)), body, class_="verdicts")


def _row(group: Sequence[Entry]) -> Markup:
    entry, many = group[0], len(group) > 1
    rule = element("span", entry.finding.rule, class_="rule")
    texts = {each.judgement.verdict.text for each in group}
    where = joined((" (", element("span", path(entry.place), class_="place"), ")")) if len(texts) > 1 else None
    return element(
        "tr",
        element(
            "td", badge(entry.outcome), element("small", f"{len(group)} similar") if many else None, class_="outcome"
        ),
        element("td", rule, _places(group) if many else _link(entry), _suspected(entry)),
        element("td", _measured(group), class_="measured"),
        element("td", prose(entry.judgement.verdict.text), where),
        class_=css_name(entry.outcome),
    )


def _link(entry: Entry) -> Markup:
    return element("a", path(entry.place), href=f"#{entry.id}", class_="place")


def _places(group: Sequence[Entry]) -> Markup:
    """The places of findings alike, each with its number; folded where they are many."""
    lines = (element("li", _link(each), _first_number(each)) for each in group)
    summary = element("summary", f"{len(group):,} places")
    return element("details", summary, element("ul", *lines), class_="places", open=len(group) <= MOST_PLACES)


def _first_number(entry: Entry) -> Markup | None:
    numbers = entry.judgement.verdict.numbers
    return element("small", value(numbers[0])) if numbers else None


def _measured(group: Sequence[Entry]) -> Markup | None:
    """The number that matters most; of findings alike the least and the most of it."""
    numbers = [each.judgement.verdict.numbers[0] for each in group if each.judgement.verdict.numbers]
    if not numbers or len({(number.name, number.unit) for number in numbers}) > 1:
        return None
    low, high = (value(find(numbers, key=lambda number: number.value)) for find in (min, max))
    return joined((element("b", low if low == high else f"{low} to {high}"), " ", element("small", numbers[0].name)))


def cards(entries: Sequence[Entry]) -> Markup:
    """Each finding with its code; those that need no action are folded, and so are all but the first of those alike."""
    return element("div", *(_cards(group) for group in alike(entries)), class_="cards")


def _cards(group: Sequence[Entry]) -> Markup:
    first, *others = group
    if not others:
        return _card(first)
    title = f"{len(group):,} similar findings: {first.finding.rule}, {first.outcome}"
    whole = (element("p", title, class_="title"), _card(first), *(_card(each, folded=True) for each in others))
    return element("section", *whole, class_=f"alike {css_name(first.outcome)}", aria_label=title)


def _card(entry: Entry, *, folded: bool = False) -> Markup:
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
        _more(entry),
        id=entry.id,
        open=not folded and entry.outcome not in FOLDED,
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


def _more(entry: Entry) -> Markup | None:
    """The link to the page of the rule, where it has one that anybody can read."""
    address = address_of(entry.rule) if entry.rule is not None else None
    if address is None:
        return None
    return element("p", element("a", f"About {entry.finding.rule}", href=address, rel="noreferrer"), class_="more")


def _said(entry: Entry) -> Iterator[str]:
    """Notes on a finding: its fix, related places in other cells, whether it is suspected, and where to read more."""
    fix = entry.finding.fix
    if fix is not None:
        yield f"Fix: {fix.title}" + ("" if fix.safe else " (unsafe: it may change what the program computes)")
    for span, label in entry.finding.related:
        if not entry.page.holds(span):
            yield f"{label}: in another cell"
    if not entry.finding.sure:
        yield "Only suspected: the code alone can't prove it"
    if entry.rule is not None:
        yield f"Severity {entry.rule.severity}, group {entry.rule.group}; more: `torchlint --explain {entry.rule.name}`"
    visited = entry.judgement.evidence.observations if entry.judgement.evidence else ()
    visits = sum(each.visits for each in visited)
    if visits:
        where = names_of(entry.seen_in) or _times(len(visited), "process", "processes")
        yield f"Based on {_times(visits, 'execution')} of this code in {where}"


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
