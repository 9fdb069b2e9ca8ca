"""Findings for programs: what ruff's JSON has, under the same keys, and more."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from torchlint.authoring.page_address import address_of
from torchlint.baselines.fingerprint import fingerprints
from torchlint.files.paths import DASH
from torchlint.report.json_text import dump, dumps
from torchlint.report.pages import Pages
from torchlint.report.verdicts import evidence

if TYPE_CHECKING:
    from torchlint.finding import Finding, Fix, Span
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule


def write_json(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one array of findings."""
    dump(list(_records(results, catalog)), stream)


def write_lines(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one finding per line."""
    for record in _records(results, catalog):
        stream.write(dumps(record) + "\n")


def _records(results: Sequence[Result], catalog: Mapping[str, Rule]) -> Iterator[dict[str, Any]]:
    for result in results:
        source = result.checked.source
        pages = Pages(source)
        prints = fingerprints(source.text, (*result.checked.findings, *result.checked.suppressed))
        for finding in result.findings:
            yield {
                **_record(finding, pages, result.rule_of(finding.rule, catalog)),
                "filename": source.path if source.path == DASH else os.path.abspath(source.path),
                "fingerprint": prints[finding.rule, finding.span, finding.message],
                "evidence": evidence(result.verdicts.get(finding)),
            }


def _record(finding: Finding, pages: Pages, rule: Rule) -> dict[str, Any]:
    """All but the file; rows and columns count from 1, columns in code points, and an end is the place after it.

    In a notebook they count in a cell, and cells count from 1.
    """
    location = _places(finding.span, pages)
    return {
        "cell": pages.at(finding.span.start).cell,
        "code": rule.name,
        "name": rule.name,
        "message": finding.message,
        "severity": rule.severity,
        "category": rule.group,
        "suspected": not finding.sure,
        "filename": "",
        **location,
        "noqa_row": location["location"]["row"],
        "url": address_of(rule),
        "fix": None if finding.fix is None else _fix(finding.fix, pages),
        "related": [
            {"message": message, "cell": pages.at(span.start).cell, **_places(span, pages)}
            for span, message in finding.related
        ],
        "fingerprint": "",
        "evidence": None,
    }


def _fix(fix: Fix, pages: Pages) -> dict[str, Any]:
    return {
        "applicability": "safe" if fix.safe else "unsafe",
        "message": fix.title,
        "edits": [{"content": edit.text, **_places(edit.span, pages)} for edit in fix.edits],
    }


def _places(span: Span, pages: Pages) -> dict[str, dict[str, int]]:
    page = pages.at(span.start)
    (row, column), (end_row, end_column) = page.row_and_column(span.start), page.row_and_column(span.end)
    return {"location": {"row": row, "column": column}, "end_location": {"row": end_row, "column": end_column}}
