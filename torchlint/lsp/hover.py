"""Hover texts: the page of a rule, at its findings and at its name in a comment."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.authoring.page_address import linked_page
from torchlint.files.source import Lines
from torchlint.finding import Span
from torchlint.lsp.checking import CheckedDocument
from torchlint.lsp.diagnostics import intersecting
from torchlint.pack import PackError
from torchlint.reading import as_python
from torchlint.rule import Rule
from torchlint.suppression.directives import Layout

RULER = "\n\n---\n\n"


def page_at(checked: CheckedDocument, offset: int) -> tuple[str, Span] | None:
    """The Markdown to show at an offset of the checked text, and the span that it is about; None for nothing."""
    here = Span(offset, offset)
    findings = intersecting(checked.findings, here)
    if findings:
        names = dict.fromkeys(finding.rule for finding in findings)
        return RULER.join(_page(checked.catalog[name]) for name in names), findings[0].span
    for name, span in _named(checked, offset):
        if name in checked.catalog:
            return _page(checked.catalog[name]), span
    return None


def _named(checked: CheckedDocument, offset: int) -> Iterator[tuple[str, Span]]:
    """The name of a rule that stands at an offset, in a comment for torchlint."""
    text = as_python(checked.snapshot.source)
    lines = Lines(text)
    if "torchlint:" not in lines.line(lines.row(offset)):
        return
    for directive in Layout(text, lines).directives():
        yield from ((name, span) for name, span in directive.names if span.start <= offset <= span.end)


def _page(rule: Rule) -> str:
    try:
        return linked_page(rule).strip()
    except (PackError, KeyError):  # a pack's rule without a page
        return f"# {rule.name}\n\n{rule.summary}"
