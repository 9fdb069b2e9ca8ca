"""How results are encoded in the cache: as JSON, which is safe to decode whoever has written it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from torchlint.files.source import Source
from torchlint.finding import Edit, Experiment, Finding, Fix, Span
from torchlint.result import Checked

CLEAN = ""  # most files


def encoded(checked: Checked) -> str:
    """The result of a file as JSON, without the file's text and path."""
    if checked.parsed and not checked.findings and not checked.suppressed and not checked.left_out:
        return CLEAN
    return json.dumps(
        {
            "findings": [_row(one) for one in checked.findings],
            "suppressed": [_row(one) for one in checked.suppressed],
            "reasons": [checked.reasons.get(one, "") for one in checked.suppressed],
            "parsed": checked.parsed,
            "left_out": checked.left_out,
        },
        separators=(",", ":"),
    )


def decoded(text: str, source: Source) -> Checked:
    """The decoded result of an unchanged file. Raises ValueError, KeyError or TypeError if it is malformed."""
    data = json.loads(text)
    suppressed = tuple(_finding(row, source.path) for row in data["suppressed"])
    return Checked(
        source,
        tuple(_finding(row, source.path) for row in data["findings"]),
        suppressed,
        data["parsed"],
        dict(zip(suppressed, data["reasons"])),
        data["left_out"],
    )


def _row(finding: Finding) -> list[Any]:
    fix, proof = finding.fix, finding.proof
    return [
        finding.rule,
        _ends(finding.span),
        finding.message,
        finding.sure,
        [[_ends(span), text] for span, text in finding.related],
        fix and [fix.title, fix.safe, [[_ends(edit.span), edit.text] for edit in fix.edits]],
        proof and [proof.probe, [[role, _ends(span)] for role, span in proof.captures]],
    ]


def _finding(row: Sequence[Any], path: str) -> Finding:
    rule, span, message, sure, related, fix, proof = row
    return Finding(
        path,
        Span(*span),
        message,
        fix and Fix(fix[0], tuple(Edit(Span(*ends), text) for ends, text in fix[2]), fix[1]),
        proof and Experiment(proof[0], tuple((role, Span(*ends)) for role, ends in proof[1])),
        tuple((Span(*ends), text) for ends, text in related),
        sure,
        rule,
    )


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end
