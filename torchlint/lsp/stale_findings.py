"""Findings of a text moved to where they are in the text that came of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from torchlint.finding import Finding, Span
from torchlint.syntax.text_change import changed


def stale_findings(findings: Iterable[Finding], old: str, new: str) -> tuple[Finding, ...]:
    """The findings of the `old` text that lie outside of what has changed, where they are in the `new` one.

    They have no fixes: nobody has read the new text yet.
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
