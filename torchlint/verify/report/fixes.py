"""The effect of fixes: each fixed finding before and after, and whether the losses are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.report.pages import Pages
from torchlint.report.verdicts import value
from torchlint.verify.report.findings import badge
from torchlint.verify.report.loss_curves import loss_curves
from torchlint.verify.report.markup import Markup, element, joined, path, prose
from torchlint.verify.report.words import ending

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.verdict import Judgement
    from torchlint.verify.verify_run import UndoneFixes, VerifiedFix, VerifiedFixes


def fixes(fixes: VerifiedFixes) -> Markup:
    """The section on fixed findings, and on unfixed ones with the reason."""
    losses = fixes.losses
    said = None if losses is None else f"The losses are {losses.text}."
    if losses is not None and losses.outcome == "unknown":
        said = f"The losses could not be compared: {losses.text}."
    return element(
        "section",
        element("h2", "What the fixes changed", id="fixes"),
        element(
            "p", "The command was run before the fixes and after them; everything below is from the run after them."
        )
        if fixes.made
        else None,
        _undone(fixes.undone) if fixes.undone else None,
        element("p", said, class_=f"losses {losses.outcome}") if losses and said else None,
        loss_curves(losses) if losses else None,
        _table(fixes) if fixes.made else None,
        element("h3", "Not fixed") if fixes.left else None,
        element("ul", *(_left(*each) for each in fixes.left)) if fixes.left else None,
    )


def _undone(undone: UndoneFixes) -> Markup:
    taken_back = f"They were reverted in {', '.join(undone.restored)}. " if undone.restored else ""
    how = f"With the fixes the command {ending(undone.run.session)}. "
    return element("p", f"{how}{taken_back}Everything below is from the run before them.", class_="failed")


def _table(fixes: VerifiedFixes) -> Markup:
    heads = (element("th", title, scope="col") for title in ("Finding", "Before", "After"))
    caption = element("caption", "Verdicts before and after the fixes", class_="unseen")
    body = element("tbody", *map(_row, fixes.made))
    return element("table", caption, element("thead", element("tr", *heads)), body, class_="fixes")


def _row(repair: VerifiedFix) -> Markup:
    name = element("span", repair.finding.rule, class_="rule")
    where = element("span", path(place_of(repair.result, repair.finding)), class_="place")
    return element(
        "tr",
        element("th", name, where, scope="row"),
        element("td", *_said(repair.before)),
        element("td", *_said(repair.after)),
    )


def _said(judgement: Judgement) -> tuple[Markup, ...]:
    """The outcome, the number that matters most, and the text."""
    verdict = judgement.verdict
    first = (joined((" ", element("b", value(verdict.numbers[0])))),) if verdict.numbers else ()
    return badge(verdict.outcome), *first, element("p", prose(verdict.text))


def _left(result: Result, finding: Finding, why: str) -> Markup:
    place = element("span", path(place_of(result, finding)), class_="place")
    return element("li", element("span", finding.rule, class_="rule"), " ", place, ": ", prose(why))


def place_of(result: Result, finding: Finding) -> str:
    """Path, row and column in the text of the result."""
    start = finding.span.start
    return f"{finding.path}:{Pages(result.checked.source).at(start).place(start)}"
