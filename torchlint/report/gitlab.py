"""Findings as a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from torchlint.baselines.fingerprint import fingerprints
from torchlint.report.json_text import dump
from torchlint.report.root import Root
from torchlint.report.stored import Stored

if TYPE_CHECKING:
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule

SEVERITIES = {"error": "major", "warning": "minor", "info": "info"}


def write_gitlab(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one array of findings; GitLab expects it in an artifact, and paths relative to the repository."""
    root = Root()
    dump([record for result in results for record in _records(result, catalog, root)], stream)


def _records(result: Result, catalog: Mapping[str, Rule], root: Root) -> Iterator[dict[str, Any]]:
    if not result.alerts:
        return
    source = result.checked.source
    stored = Stored(source)
    path = root.relative(source.path)
    prints = fingerprints(source.text, (*result.checked.findings, *result.checked.suppressed))
    for finding in result.alerts:
        region = stored.region(finding.span)
        yield {
            # GitLab does not show check_name.
            "description": f"{finding.rule}: {result.full_message(finding)}",
            "check_name": finding.rule,
            "fingerprint": _fingerprint(path, prints[finding.rule, finding.span, finding.message]),
            "severity": SEVERITIES[result.rule_of(finding.rule, catalog).severity],
            "location": {
                "path": path,
                "positions": {
                    "begin": {"line": region.row, "column": region.column},
                    "end": {"line": region.end_row, "column": region.end_column},
                },
            },
        }


def _fingerprint(path: str, own: str) -> str:
    """A name that no other finding of the report has: a finding's own one is of its file alone."""
    from hashlib import blake2b

    return blake2b(f"{path}\0{own}".encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
