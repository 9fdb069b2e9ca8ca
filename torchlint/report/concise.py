"""Findings on one line each, in a form that editors and problem matchers recognise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from torchlint.report.pages import Pages
from torchlint.report.style import PLAIN, Style, printable, printable_path
from torchlint.report.verdicts import suffix

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.rule import Rule


def write_concise(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write `path:row:column: severity[rule] [*] message`; the star marks what `--fix` repairs.

    In a notebook the place is `path:cell 3:row:column`, as Ruff writes it. After a run the verdict ends the line.
    """
    for result in results:
        pages = Pages(result.checked.source)
        path = style.paint(printable_path(result.checked.source.path), "bold")
        for finding in result.findings:
            place = pages.at(finding.span.start).place(finding.span.start)
            judgement = result.verdicts.get(finding)
            verdict = f" {suffix(judgement, style)}" if judgement else ""
            said = headline(finding, result.rule_of(finding.rule, catalog), style)
            stream.write(f"{path}:{place}: {said}{verdict}\n")


def headline(finding: Finding, rule: Rule, style: Style) -> str:
    """The severity and the rule in its colour, the fix marker, whether it is suspected, and the message."""
    return f"{label_of(finding, rule, style)} {printable(finding.message)}"


def label_of(finding: Finding, rule: Rule, style: Style = PLAIN) -> str:
    """What stands before the message, such as `error[discarded-tensor-op] [*] (suspected)`."""
    parts = [style.paint(f"{rule.severity}[{rule.name}]", rule.severity)]
    if finding.fix is not None and finding.fix.safe:
        parts.append(f"[{style.paint('*', 'safe')}]")
    if not finding.sure:
        parts.append("(suspected)")
    return " ".join(parts)
