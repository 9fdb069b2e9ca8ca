"""Findings as the Python API returns them: offsets become lines and columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from torchlint.api.results import Location, RelatedLocation, ReportedFinding, ReportedFix, TextEdit
from torchlint.authoring.page_address import address_of
from torchlint.baselines.fingerprint import fingerprints
from torchlint.report.fix_diff import fix_diff
from torchlint.report.pages import Pages

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.finding import Fix, Span
    from torchlint.result import Result
    from torchlint.rule import Rule


def reported(result: Result, catalog: Mapping[str, Rule]) -> Iterator[ReportedFinding]:
    """The findings of a file that are shown."""
    source = result.checked.source
    pages = Pages(source)
    prints = fingerprints(source.text, (*result.checked.findings, *result.checked.suppressed))
    for finding in result.findings:
        rule = result.rule_of(finding.rule, catalog)
        yield ReportedFinding(
            rule=rule.name,
            severity=rule.severity,
            group=rule.group,
            message=finding.message,
            path=source.path,
            location=_location(finding.span, pages),
            suspected=not finding.sure,
            fix=_fix(finding.fix, source, pages) if finding.fix else None,
            related=tuple(RelatedLocation(_location(span, pages), text) for span, text in finding.related),
            fingerprint=prints[finding.rule, finding.span, finding.message],
            url=address_of(rule),
        )


def _fix(fix: Fix, source: Source, pages: Pages) -> ReportedFix:
    edits = tuple(TextEdit(_location(edit.span, pages), edit.text) for edit in fix.edits)
    return ReportedFix(fix.title, fix.safe, edits, "".join(f"{line}\n" for line in fix_diff(fix, source, pages)))


def _location(span: Span, pages: Pages) -> Location:
    page = pages.at(span.start)
    return Location(*page.row_and_column(span.start), *page.row_and_column(span.end), page.cell)
