"""Findings of an older text, moved to their places in the edited text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from torchlint.finding import Finding, Span
from torchlint.syntax.text_change import changed


def stale_findings(findings: Iterable[Finding], old: str, new: str) -> tuple[Finding, ...]:
    """The findings of the `old` text outside of the changed part, at their places in the `new` text.

    They have no fixes: the new text has not been analysed yet.
    """
    edited = changed(old, new)
    shift = len(new) - len(old)

    def shifted(span: Span) -> Span | None:
        if span.end <= edited.start:
            return span
        return Span(span.start + shift, span.end + shift) if span.start >= edited.end else None

    stale: list[Finding] = []
    for finding in findings:
        here = shifted(finding.span)
        if here is not None:
            related = tuple((span, text) for old, text in finding.related if (span := shifted(old)))
            stale.append(replace(finding, span=here, related=related, fix=None, proof=None))
    return tuple(stale)
