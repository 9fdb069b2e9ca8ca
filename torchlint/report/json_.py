"""Findings for programs: what ruff's JSON has, under the same keys, and more."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from torchlint.fingerprint import fingerprints
from torchlint.report import DASH
from torchlint.source import Lines

if TYPE_CHECKING:
    from torchlint.finding import Finding, Fix, Span
    from torchlint.report.result import Result
    from torchlint.report.style import Style
    from torchlint.rule import Rule


def write_json(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one array of findings."""
    json.dump(list(_records(results, catalog)), stream, indent=2)
    stream.write("\n")


def write_lines(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one finding per line."""
    for record in _records(results, catalog):
        stream.write(json.dumps(record) + "\n")


def _records(results: Sequence[Result], catalog: Mapping[str, Rule]) -> Iterator[dict[str, Any]]:
    for result in results:
        source = result.checked.source
        lines = Lines(source.text)
        prints = fingerprints(source.text, (*result.checked.findings, *result.checked.suppressed))
        for finding in result.findings:
            yield {
                **_record(finding, lines, catalog[finding.rule]),
                "filename": source.path if source.path == DASH else os.path.abspath(source.path),
                "fingerprint": prints[finding.rule, finding.span, finding.message],
            }


def _record(finding: Finding, lines: Lines, rule: Rule) -> dict[str, Any]:
    """All but the file; rows and columns count from 1, columns in code points, and an end is the place after it."""
    location = _places(finding.span, lines)
    return {
        "cell": None,
        "code": rule.name,
        "name": rule.name,
        "message": finding.message,
        "severity": rule.severity,
        "category": rule.group,
        "suspected": not finding.sure,
        "filename": "",
        **location,
        "noqa_row": location["location"]["row"],
        "url": None,  # where the pages are published is not decided yet; `--explain` shows them
        "fix": None if finding.fix is None else _fix(finding.fix, lines),
        "related": [{"message": message, **_places(span, lines)} for span, message in finding.related],
        "fingerprint": "",
        "evidence": None,
    }


def _fix(fix: Fix, lines: Lines) -> dict[str, Any]:
    return {
        "applicability": "safe" if fix.safe else "unsafe",
        "message": fix.title,
        "edits": [{"content": edit.text, **_places(edit.span, lines)} for edit in fix.edits],
    }


def _places(span: Span, lines: Lines) -> dict[str, dict[str, int]]:
    (row, column), (end_row, end_column) = lines.place(span.start), lines.place(span.end)
    return {"location": {"row": row, "column": column}, "end_location": {"row": end_row, "column": end_column}}
