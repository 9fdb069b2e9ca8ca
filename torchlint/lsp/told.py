"""Findings as an editor is told of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from lsprotocol import types

from torchlint.address import address_of
from torchlint.finding import Finding, Span
from torchlint.fingerprint import Key, fingerprints
from torchlint.lsp.checking import Looked
from torchlint.lsp.documents import Part
from torchlint.lsp.positions import Positions
from torchlint.rule import Rule

SOURCE = "torchlint"
DEPRECATED = "deprecated"  # the group of rules about what PyTorch has given up
UNNECESSARY = frozenset(("unused-ignore",))  # what can go without any loss

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


class Told:
    """The diagnostics of one look at a document: by the URI of the file, or of the cell, that they are in."""

    def __init__(self, looked: Looked, encoding: str) -> None:
        self._looked = looked
        self._positions = {part.uri: Positions(part.text, encoding) for part in looked.snapshot.parts}

    def diagnostics(self) -> dict[str, list[types.Diagnostic]]:
        """What is to be told of each text, also of those of which there is nothing to tell."""
        found: dict[str, list[types.Diagnostic]] = {part.uri: [] for part in self._looked.snapshot.parts}
        for finding in self._looked.findings:
            if part := self.part(finding.span):
                found[part.uri].append(self._diagnostic(finding, part))
        return found

    def about(self, finding: Finding) -> list[types.Diagnostic]:
        """The diagnostic of a finding; none for one that is told of nowhere."""
        part = self.part(finding.span)
        return [self._diagnostic(finding, part)] if part else []

    @cached_property
    def _fingerprints(self) -> dict[Key, str]:
        return fingerprints(self._looked.snapshot.source.text, self._looked.findings)

    def fingerprint(self, finding: Finding) -> str:
        """What a finding is called wherever it moves to."""
        return self._fingerprints[finding.rule, finding.span, finding.message]

    def offset(self, uri: str, position: types.Position) -> int | None:
        """The offset in the checked text of a position in a file or a cell; None for a cell that is not checked."""
        part = next((part for part in self._looked.snapshot.parts if part.uri == uri), None)
        return None if part is None else part.start + self._positions[uri].offset(position)

    def part(self, span: Span) -> Part | None:
        """The file or the cell that a span begins in; None where no cell is."""
        start = Span(span.start, span.start)
        return next((part for part in self._looked.snapshot.parts if part.holds(start)), None)

    def range(self, span: Span, part: Part) -> types.Range:
        """Where a span of the checked text is in one of its parts, which it may reach beyond."""
        end = min(span.end - part.start, len(part.text))
        return self._positions[part.uri].range(Span(span.start - part.start, end))

    def _diagnostic(self, finding: Finding, part: Part) -> types.Diagnostic:
        rule = self._looked.catalog[finding.rule]
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
    """A name for what is told: another one as soon as anything in it is another."""
    return blake2b(repr(list(diagnostics)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def intersecting(findings: Iterable[Finding], span: Span) -> list[Finding]:
    """The findings that a span touches."""
    return [one for one in findings if one.span.start <= span.end and span.start <= one.span.end]
