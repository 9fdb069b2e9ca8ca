"""The result of --verify as JSON: evidence.json."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from math import isfinite
from typing import TYPE_CHECKING, Any

from torchlint.report.pages import Pages
from torchlint.report.verdicts import evidence
from torchlint.verify.records import Process, Row
from torchlint.verify.report.loading_work import loading_work, said
from torchlint.verify.report.stored_stacks import StoredStacks
from torchlint.version import __version__

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.pages import Page
    from torchlint.result import Result
    from torchlint.verdict import Judgement
    from torchlint.verify.comparison import Comparison
    from torchlint.verify.verify_run import VerifiedFixes, VerifyRun

COLUMNS = tuple(field.name for field in fields(Row))


def evidence_json(run: VerifyRun) -> str:
    """The run and its verdicts as a JSON object:

    - `schema` is 2, `torchlint` the version that wrote it
    - `command` a list of words, `status` as subprocess tells it (negative: a signal), `stopped` (why it was ended
      before its time; empty if it was not), `seconds` of wall time, `timeout` in seconds or null,
      `controls` (limit_batches, max_steps, ...), `notes` a list of texts
    - `findings` in the order of files and places; each has `rule`, `severity` and `category` (null where unknown),
      `filename` (absolute), `cell` (null outside notebooks), `location` and `end_location` (`row`, `column` from 1, in
      code points), `message`, `suspected`, `fix` (null, or `message` and `applicability`), and as `evidence`: `status`
      (confirmed, refuted, not-reached, undecided), `text`, `measurements` (`name`, `value`, `unit`; the one that
      matters most first), the `processes` that have seen something, and what that rests on: `observed_processes`,
      `file` (rewritten, not loaded, changed, ...), `is_placed`, `compiled` and `observations`, whose `facts` are the
      probe's own
    - `repairs` is null unless fixes were asked for: `made`, findings as above with the evidence `before` and `after`,
      `left`, findings with `why` they were not fixed, and `losses` (null, or `status` identical, different or unknown,
      `text`, `parts_at`, the first backward call whose loss is another one, or null, and the losses `before` and
      `after`, each with its backward call); all else is then of the run after the fixes. `restored` are the files that
      got their text back, as the command failed with their fixes; all else is then of the run before the fixes
    - `processes`: `pid`, `rank` and `ranks` (null outside of a distributed training), `worker` (the number of a
      DataLoader worker, else null), `looked` (the seconds of its larger looks; null where its end was not seen),
      `python`, `torch` (null without it), `crash`, `ended_cleanly`, `compiled`, `files`, `timeline` (null, or `memory`,
      `started` in seconds since the epoch, `columns` and `rows`: seconds, counts and bytes as
      torchlint/verify/records.py has them, `device`: null, or the seconds of some stretches on a GPU, `looks`: what
      the memory was for at a few steps, and `imported`: bytes of the heap in use once torch was imported), `highest`
      (the most memory that was read) and `out_of_memory` (null, or what was alive when the process ended for want of
      memory), as torchlint/verify/memory_records.py has them, and `stacks`, those with the most samples first:
      `samples`, of a DataLoader worker those `while_waiting` in which the process that it `loads_for` (a pid, else
      null) waited for a batch, and the `frames`, outermost first, by their places in `frames`; `set_up` are the samples
      before its first batch, backward or step; `loading` is what its workers, or with `workers` 0 the process itself,
      spent their samples on, line by line
    - `frames`: the frames of all stacks, `file:function:line` each; `<import>` is all that an import of installed code
      does

    A number that JSON lacks, such as infinity, is null.
    """
    stacks = StoredStacks()
    processes = [_process(process, run.session.processes, stacks) for process in run.session.processes]
    said = {
        "schema": 2,
        "torchlint": __version__,
        "command": list(run.command),
        "status": run.session.status,
        "stopped": run.session.stopped,
        "seconds": run.seconds,
        "timeout": run.timeout,
        "controls": asdict(run.controls),
        "notes": list(run.session.notes),
        "findings": list(_findings(run)),
        "repairs": None if run.fixes is None else _fixes(run, run.fixes),
        "processes": processes,
        "frames": stacks.frames,
    }
    return json.dumps(finite(said), allow_nan=False) + "\n"


def _findings(run: VerifyRun) -> Iterator[dict[str, Any]]:
    for result, finding, judgement in run.judgements():
        yield {**_finding(run, result, finding), "evidence": _evidence(judgement)}


def _fixes(run: VerifyRun, fixes: VerifiedFixes) -> dict[str, Any]:
    made = (
        {**_finding(run, each.result, each.finding), "before": evidence(each.before), "after": evidence(each.after)}
        for each in fixes.made
    )
    left = ({**_finding(run, result, finding), "why": why} for result, finding, why in fixes.left)
    losses = None if fixes.losses is None else _losses(fixes.losses)
    restored = [os.path.abspath(path) for path in fixes.undone.restored] if fixes.undone else []
    return {"made": list(made), "left": list(left), "losses": losses, "restored": restored}


def _losses(losses: Comparison) -> dict[str, Any]:
    before, after = (
        [] if seen is None else [list(pair) for pair in seen.values] for seen in (losses.before, losses.after)
    )
    said = {"status": losses.outcome, "text": losses.text, "parts_at": losses.parts_at}
    return {**said, "before": before, "after": after}


def _finding(run: VerifyRun, result: Result, finding: Finding) -> dict[str, Any]:
    rule = run.rule_of(result, finding)
    return {
        "rule": finding.rule,
        "severity": rule.severity if rule else None,
        "category": rule.group if rule else None,
        "filename": os.path.abspath(finding.path),
        **_place(finding, Pages(result.checked.source).at(finding.span.start)),
        "message": finding.message,
        "suspected": not finding.sure,
        "fix": _fix(finding),
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


def _evidence(judgement: Judgement) -> dict[str, Any]:
    """A verdict as in every format, and the evidence that it rests on."""
    seen = {} if judgement.evidence is None else asdict(judgement.evidence)
    return {**(evidence(judgement) or {}), "observed_processes": seen.pop("processes", 0), **seen}


def _process(process: Process, processes: Sequence[Process], stacks: StoredStacks) -> dict[str, Any]:
    timeline = process.timeline
    return {
        "pid": process.pid,
        "rank": process.rank,
        "ranks": process.ranks,
        "worker": process.worker,
        "looked": process.looked,
        "python": process.python,
        "torch": process.torch,
        "crash": process.crash,
        "ended_cleanly": process.ended_cleanly,
        "compiled": process.compiled,
        "files": process.files,
        "timeline": None
        if timeline is None
        else {
            "memory": timeline.memory,
            "started": timeline.started,
            "columns": COLUMNS,
            "rows": [[getattr(row, name) for name in COLUMNS] for row in timeline.rows],
            "device": None if timeline.device is None else asdict(timeline.device),
            "looks": [asdict(look) for look in timeline.looks],
            "imported": timeline.imported,
        },
        "highest": None if process.highest is None else asdict(process.highest),
        "out_of_memory": None if process.out_of_memory is None else asdict(process.out_of_memory),
        "stacks": stacks.of(process.stacks, process.while_waiting if process.loads_for is not None else None),
        "set_up": stacks.of(process.set_up),
        "loads_for": process.loads_for,
        "loading": list(said(loading_work(process, processes))),
    }


def finite(value: Any) -> Any:
    """The value with null for each number that JSON lacks."""
    if isinstance(value, dict):
        return {name: finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not isfinite(value) else value
