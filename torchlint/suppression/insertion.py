"""The comment that silences a finding, and where in a text it can stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from torchlint.diagnostics import INCOMPLETE
from torchlint.files.source import Lines
from torchlint.files.splice import Splice
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.reading import as_python
from torchlint.result import Checked
from torchlint.suppression.directives import ANOTHER, Layout
from torchlint.suppression.suppress import Suppressions


class Ignores:
    """Comments that may be written into one text, which Python can read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = Lines(text)
        self._layout = Layout(text, self._lines)
        self._directives = self._layout.directives()

    def edit(self, finding: Finding, reason: str = "") -> Edit | None:
        """What silences a finding; None if nothing does."""
        return self.edits([finding], reason).get(finding)

    def edits(self, findings: Iterable[Finding], reason: str = "") -> dict[Finding, Edit]:
        """What silences each finding: its name in a comment that is there, or a new comment; nothing where none does.

        It stands at the end of the finding's first row, or where none can, of the last row of the statement. All are
        tried at once, so that the text is read as often as there are places, and not once for each finding.
        """
        found: dict[Finding, Edit] = {}
        todo = {finding: self._rows(finding) for finding in findings}
        while todo:
            tried = {finding: rows.pop(0) for finding, rows in todo.items() if rows}
            silenced = self._silenced(tried, reason)
            found |= {finding: self._edit(tried[finding], [finding.rule], reason) for finding in silenced}
            todo = {finding: todo[finding] for finding in tried if finding not in silenced}
        return found

    def _rows(self, finding: Finding) -> list[int]:
        """The rows at whose ends a comment may silence a finding."""
        row = self._lines.row(finding.span.start)
        ends = dict.fromkeys((row, self._layout.statement(row)[-1]))
        return [end for end in ends if end in self._layout.open_ends]

    def _edit(self, row: int, rules: list[str], reason: str) -> Edit:
        """More names in a comment at the end of a row, or a new comment there."""
        named = self._named.get(row)
        if named is not None:
            return Edit(Span(named, named), "".join(f", {rule}" for rule in rules))
        line = self._lines.line(row)
        end = self._lines.start(row) + len(line.rstrip())
        why = f" -- {reason}" if reason else ""
        return Edit(Span(end, self._lines.start(row) + len(line)), f"  # torchlint: ignore[{', '.join(rules)}]{why}")

    @cached_property
    def _named(self) -> dict[int, int]:
        """Where one more name can be put into a comment at the end of a row, by rows."""
        found: dict[int, int] = {}
        for directive in self._directives:
            if directive.listed and directive.verb == "ignore" and directive.names and not directive.flaw:
                found.setdefault(self._lines.row(directive.span.start), directive.names[-1][1].end)
        return found

    def _silenced(self, tried: Mapping[Finding, int], reason: str) -> set[Finding]:
        """Those that a comment in their row silences; comments move no rows."""
        rules: dict[int, dict[str, None]] = {}
        for finding, row in tried.items():
            rules.setdefault(row, {})[finding.rule] = None
        splice = Splice([self._edit(row, list(names), reason)] for row, names in rules.items())
        after = Suppressions(splice.applied_to(self._text), {finding.rule for finding in tried})

        def is_silenced(finding: Finding) -> bool:
            first = self._lines.row(finding.span.start)
            last = self._lines.row(max(finding.span.start, finding.span.end - 1))
            return after.silencer_in(first, last, finding.rule) is not None

        return {finding for finding in tried if is_silenced(finding)}


def with_comments(checked: Checked, reason: str = "") -> Checked:
    """The findings of a file, each with a fix that writes a comment for it; none where no comment silences it."""
    # That a file could not be checked is nothing to be silent about.
    wanted = [finding for finding in checked.findings if finding.rule not in INCOMPLETE]
    edits = Ignores(as_python(checked.source)).edits(wanted, reason) if wanted else {}

    def silenced(finding: Finding) -> Finding:
        edit = edits.get(finding)
        return replace(finding, fix=Fix("Silence it", (edit,)) if edit else None)

    return replace(checked, findings=tuple(map(silenced, checked.findings)))


def is_reason(text: str) -> bool:
    """Whether a text can stand in a comment as its reason: one line, in which no other comment begins."""
    return text.isprintable() and not ANOTHER.search(f" {text}")
