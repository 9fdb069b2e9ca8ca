"""Findings as LSP diagnostics."""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from lsprotocol import types

from torchlint.authoring.page_address import address_of
from torchlint.baselines.fingerprint import HEADER, Key, fingerprints
from torchlint.finding import Finding, Span
from torchlint.lsp.checking import CheckedDocument
from torchlint.lsp.documents import Part
from torchlint.lsp.positions import Positions
from torchlint.rule import Rule

SOURCE = "torchlint"
DEPRECATED = "deprecated"  # the group of rules about what PyTorch has given up
UNNECESSARY = frozenset(("unused-ignore",))  # what can go without any loss

_HEADER_LINE = re.compile(rf"^([ \t]*){HEADER.pattern}", re.MULTILINE)

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


class Diagnostics:
    """The diagnostics of a checked document, by the URI of the file or notebook cell."""

    def __init__(self, checked: CheckedDocument, encoding: str) -> None:
        self._checked = checked
        self._positions = {part.uri: Positions(part.text, encoding) for part in checked.snapshot.parts}

    def by_uri(self) -> dict[str, list[types.Diagnostic]]:
        """Those of each text, an empty list where there are none."""
        found: dict[str, list[types.Diagnostic]] = {part.uri: [] for part in self._checked.snapshot.parts}
        for finding in self._checked.findings:
            if part := self.part(finding.span):
                found[part.uri].append(self._diagnostic(finding, part))
        return found

    def about(self, finding: Finding) -> list[types.Diagnostic]:
        """The diagnostic of a finding; None if it is in no open text."""
        part = self.part(finding.span)
        return [self._diagnostic(finding, part)] if part else []

    @cached_property
    def _fingerprints(self) -> dict[Key, str]:
        text = self._checked.snapshot.source.text
        return fingerprints(text, self._checked.findings, Headers(text).at)

    def fingerprint(self, finding: Finding) -> str:
        """The finding's identity in this editor, wherever it moves; not the fingerprint of reports."""
        return self._fingerprints[finding.rule, finding.span, finding.message]

    def offset(self, uri: str, position: types.Position) -> int | None:
        """The offset in the checked text of a position in a file or a cell; None for a cell that is not checked."""
        part = next((part for part in self._checked.snapshot.parts if part.uri == uri), None)
        return None if part is None else part.start + self._positions[uri].offset(position)

    def part(self, span: Span) -> Part | None:
        """The file or the cell that a span begins in; None where no cell is."""
        start = Span(span.start, span.start)
        return next((part for part in self._checked.snapshot.parts if part.holds(start)), None)

    def range(self, span: Span, part: Part) -> types.Range:
        """Where a span of the checked text is in one of its parts, which it may reach beyond."""
        end = min(span.end - part.start, len(part.text))
        return self._positions[part.uri].range(Span(span.start - part.start, end))

    def _diagnostic(self, finding: Finding, part: Part) -> types.Diagnostic:
        rule = self._checked.catalog[finding.rule]
        page = page_uri(rule)
        return types.Diagnostic(
            range=self.range(finding.span, part),
            severity=_SEVERITIES[rule.severity] if finding.sure else types.DiagnosticSeverity.Information,
            code=finding.rule,
            code_description=types.CodeDescription(page) if page else None,
            source=SOURCE,
            message=finding.message,
            tags=_tags(rule),
            related_information=self._related(finding) or None,
            data={"fingerprint": self.fingerprint(finding)},
        )

    def _related(self, finding: Finding) -> list[types.DiagnosticRelatedInformation]:
        return [
            types.DiagnosticRelatedInformation(types.Location(part.uri, self.range(span, part)), message)
            for span, message in finding.related
            if (part := self.part(span)) is not None
        ]


class Headers:
    """The classes and functions around a place, by lines that look like their headers.

    Working out which lines are code, as Scopes does, would take longer than everything else after an edit.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._found = [(match.start(), _depth(match[1]), match[2]) for match in _HEADER_LINE.finditer(text)]

    def at(self, offset: int) -> str:
        """The dotted name of what is around the line that an offset is in."""
        start = self._text.rfind("\n", 0, offset) + 1
        depth = _depth(self._text[start:offset])
        names: list[str] = []
        for _, column, name in reversed(self._found[: bisect_left(self._found, (start,))]):
            if column < depth:
                names.append(name)
                depth = column
        return ".".join(reversed(names))


def _depth(line: str) -> int:
    """How far a line is indented."""
    return len(line[: len(line) - len(line.lstrip())].expandtabs())


def _tags(rule: Rule) -> list[types.DiagnosticTag] | None:
    if rule.group == DEPRECATED:
        return [types.DiagnosticTag.Deprecated]
    return [types.DiagnosticTag.Unnecessary] if rule.name in UNNECESSARY else None


def page_uri(rule: Rule) -> str | None:
    """Where an editor can open the page of a rule; None for a rule of a pack that has no page."""
    if address := address_of(rule):
        return address
    return Path(rule.page).as_uri() if rule.page and os.path.isfile(rule.page) else None


def result_id(diagnostics: Sequence[types.Diagnostic]) -> str:
    """The result ID of these diagnostics: it differs as soon as anything in them does."""
    return blake2b(repr(list(diagnostics)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def intersecting(findings: Iterable[Finding], span: Span) -> list[Finding]:
    """The findings that a span touches."""
    return [one for one in findings if one.span.start <= span.end and span.start <= one.span.end]
