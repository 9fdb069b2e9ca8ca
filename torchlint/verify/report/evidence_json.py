"""The run for programs: evidence.json."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, fields
from math import isfinite
from typing import TYPE_CHECKING, Any

from torchlint.report.pages import Pages
from torchlint.verify.records import Process, Row
from torchlint.version import __version__

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.pages import Page
    from torchlint.verify.verified import Judged, Verified

COLUMNS = tuple(field.name for field in fields(Row))


def evidence_json(run: Verified) -> str:
    """A JSON object with all that a run has said:

    - `schema` is 1, `torchlint` the version that wrote it
    - `command` a list of words, `status` as subprocess tells it (negative: a signal), `seconds` of wall time,
      `timeout` in seconds or null, `controls` (limit_batches, max_steps, ...), `notes` a list of texts
    - `findings` in the order of files and places; each has `rule`, `severity` and `category` (null where unknown),
      `filename` (absolute), `cell` (null outside notebooks), `location` and `end_location` (`row`, `column` from 1, in
      code points), `message`, `suspected`, `fix` (null, or `message` and `applicability`), and as `evidence`: `status`
      (confirmed, refuted, not-reached, undecided), `text`, `measurements` (`name`, `value`, `unit`; the one that
      matters most first), `processes` that were observed, and what they have seen: `file` (rewritten, not loaded,
      changed, ...), `is_placed`, `compiled` and `observations`, whose `facts` are the probe's own
    - `processes`: `pid`, `python`, `torch` (null without it), `crash`, `said_bye`, `compiled`, `files`, `timeline`
      (null, or `memory`, `started` in seconds since the epoch, `columns` and `rows`: seconds, counts and bytes as
      torchlint/verify/records.py has them) and `stacks`: `file:function:line;...`, outermost first, and the samples

    A number that JSON lacks, such as infinity, is null.
    """
    said = {
        "schema": 1,
        "torchlint": __version__,
        "command": list(run.command),
        "status": run.session.status,
        "seconds": run.seconds,
        "timeout": run.timeout,
        "controls": asdict(run.controls),
        "notes": list(run.session.notes),
        "findings": list(_findings(run)),
        "processes": [_process(process) for process in run.session.processes],
    }
    return json.dumps(_finite(said), indent=1, allow_nan=False) + "\n"


def _findings(run: Verified) -> Iterator[dict[str, Any]]:
    for result in run.results:
        pages = Pages(result.checked.source)
        for finding in result.findings:
            rule = run.catalog.get(finding.rule)
            yield {
                "rule": finding.rule,
                "severity": rule.severity if rule else None,
                "category": rule.group if rule else None,
                "filename": os.path.abspath(finding.path),
                **_place(finding, pages.at(finding.span.start)),
                "message": finding.message,
                "suspected": not finding.sure,
                "fix": _fix(finding),
                "evidence": _evidence(result.verdicts[finding]),
            }


def _place(finding: Finding, page: Page) -> dict[str, Any]:
    (row, column), (end_row, end_column) = map(page.row_and_column, (finding.span.start, finding.span.end))
    return {
        "cell": page.cell,
        "location": {"row": row, "column": column},
        "end_location": {"row": end_row, "column": end_column},
    }


def _fix(finding: Finding) -> dict[str, str] | None:
    if finding.fix is None:
        return None
    return {"message": finding.fix.title, "applicability": "safe" if finding.fix.safe else "unsafe"}


def _evidence(judged: Judged) -> dict[str, Any]:
    verdict = judged.verdict
    return {
        "status": verdict.outcome.replace(" ", "-"),
        "text": verdict.text,
        "measurements": [asdict(number) for number in verdict.numbers],
        **(asdict(judged.evidence) if judged.evidence else {"processes": 0}),
    }


def _process(process: Process) -> dict[str, Any]:
    timeline = process.timeline
    return {
        "pid": process.pid,
        "python": process.python,
        "torch": process.torch,
        "crash": process.crash,
        "said_bye": process.said_bye,
        "compiled": process.compiled,
        "files": process.files,
        "timeline": None
        if timeline is None
        else {
            "memory": timeline.memory,
            "started": timeline.started,
            "columns": COLUMNS,
            "rows": [[getattr(row, name) for name in COLUMNS] for row in timeline.rows],
        },
        "stacks": process.stacks,
    }


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
