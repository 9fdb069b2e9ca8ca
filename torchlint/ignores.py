"""The comment that silences a finding, and where in a text it can stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from torchlint.contents import as_python
from torchlint.diagnostics import INCOMPLETE
from torchlint.directives import ANOTHER, Layout
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.lint import Checked
from torchlint.source import Lines
from torchlint.splice import Splice
from torchlint.suppress import Suppressions


class Ignores:
    """Comments that may be written into one text, which Python can read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self._layout = Layout(text, self._lines)
        self._directives = self._layout.directives()

    def edit(self, finding: Finding, reason: str = "") -> Edit | None:
        """What silences a finding: its name in a comment that is there, or a new comment; None if nothing does.

        It stands at the end of the finding's first row, or where none can, of the last row of the statement.
        """
        return next((edit for edit in self._edits(finding, reason) if self._silences(edit, finding)), None)

    def _edits(self, finding: Finding, reason: str) -> Iterator[Edit]:
        row = self._lines.row(finding.span.start)
        statement = self._layout.statement(row)
        for end in dict.fromkeys((row, statement[-1])):
            if end in self._layout.open_ends:
                yield self._named(end, finding.rule) or self._appended(end, finding.rule, reason)

    def _named(self, row: int, rule: str) -> Edit | None:
        """One more name in a comment at the end of a row."""
        for directive in self._directives:
            if directive.listed and directive.verb == "ignore" and directive.names and not directive.flaw:
                if self._lines.row(directive.span.start) == row:
                    end = directive.names[-1][1].end
                    return Edit(Span(end, end), f", {rule}")
        return None

    def _appended(self, row: int, rule: str, reason: str) -> Edit:
        line = self._lines.line(row)
        end = self._lines.start(row) + len(line.rstrip())
        why = f" -- {reason}" if reason else ""
        return Edit(Span(end, self._lines.start(row) + len(line)), f"  # torchlint: ignore[{rule}]{why}")

    def _silences(self, edit: Edit, finding: Finding) -> bool:
        splice = Splice([[edit]])
        # A finding that ends where the comment begins does not reach into it.
        start = splice.moved(Span(finding.span.start, finding.span.start)).end
        there = Span(start, start + finding.span.end - finding.span.start)
        after = Suppressions(splice.applied_to(self._text), {finding.rule})
        return after.silencer(replace(finding, span=there)) is not None


def with_comments(checked: Checked, reason: str = "") -> Checked:
    """The findings of a file, each with a fix that writes a comment for it; none where no comment silences it."""
    ignores = Ignores(as_python(checked.source)) if checked.findings else None
    findings = []
    for finding in checked.findings:
        # That a file could not be checked is nothing to be silent about.
        edit = ignores.edit(finding, reason) if ignores and finding.rule not in INCOMPLETE else None
        findings.append(replace(finding, fix=Fix("Silence it", (edit,)) if edit else None))
    return replace(checked, findings=tuple(findings))


def is_reason(text: str) -> bool:
    """Whether a text can stand in a comment as its reason: one line, in which no other comment begins."""
    return text.isprintable() and not ANOTHER.search(f" {text}")
