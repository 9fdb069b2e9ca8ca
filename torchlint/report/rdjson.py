"""Findings in the Reviewdog Diagnostic Format, which reviewdog posts as review comments."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from torchlint import addresses
from torchlint.authoring.page_address import address_of
from torchlint.finding import Span
from torchlint.report.json_text import dump
from torchlint.report.stored import Stored

if TYPE_CHECKING:
    from torchlint.finding import Fix
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule

SEVERITIES = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def write_rdjson(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one DiagnosticResult; paths are relative to the working folder, as reviewdog takes them."""
    diagnostics = [record for result in results for record in _diagnostics(result, catalog)]
    source = {"name": "torchlint", **({"url": home} if (home := addresses.SITE or addresses.REPOSITORY) else {})}
    dump({"source": source, "diagnostics": diagnostics}, stream)


def _diagnostics(result: Result, catalog: Mapping[str, Rule]) -> Iterator[dict[str, Any]]:
    source = result.checked.source
    stored, path = Stored(source), source.path.replace(os.sep, "/")
    for finding in result.alerts:
        record: dict[str, Any] = {
            "message": result.full_message(finding),
            "location": {"path": path, "range": _range(finding.span, stored)},
            "severity": SEVERITIES[result.rule_of(finding.rule, catalog).severity],
            "code": _code(catalog[finding.rule]),
        }
        if finding.fix is not None and (suggestion := _suggestion(finding.fix, stored, source.text)):
            record["suggestions"] = [suggestion]
        if finding.related:
            record["related_locations"] = [
                {"message": label, "location": {"path": path, "range": _range(span, stored)}}
                for span, label in finding.related
            ]
        yield record


def _code(rule: Rule) -> dict[str, str]:
    address = address_of(rule)
    return {"value": rule.name, "url": address} if address else {"value": rule.name}


def _range(span: Span, stored: Stored) -> dict[str, Any]:
    """Rows from 1, columns from 1 in bytes of UTF-8; the end is the place after the last character."""
    region = stored.region(span)
    return {
        "start": {"line": region.row, "column": _bytes(stored, region.row, region.column)},
        "end": {"line": region.end_row, "column": _bytes(stored, region.end_row, region.end_column)},
    }


def _bytes(stored: Stored, row: int, column: int) -> int:
    return len(stored.row(row)[: column - 1].encode("utf-8", "surrogatepass")) + 1


def _suggestion(fix: Fix, stored: Stored, code: str) -> dict[str, Any] | None:
    """A fix as one replacement; nothing where it has edits in several rows, of which somebody could accept half."""
    edits = sorted(fix.edits)
    if not edits:
        return None
    whole = Span(edits[0].span.start, edits[-1].span.end)
    region = stored.region(whole)
    if len(edits) > 1 and region.row != region.end_row:
        return None
    text, at = "", whole.start
    for edit in edits:
        text += code[at : edit.span.start] + edit.text
        at = edit.span.end
    return {"range": _range(whole, stored), "text": stored.written(text)}
