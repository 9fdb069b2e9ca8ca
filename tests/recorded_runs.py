"""Runs as sessions give them back, written by hand: what reports are drawn from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from torchlint.evidence import Evidence, Observation
from torchlint.files.source import Source
from torchlint.finding import Experiment, Finding, Fix, Span
from torchlint.result import Checked, Result
from torchlint.rule import Rule
from torchlint.verdict import Judgement, Number, Outcome, Verdict
from torchlint.verify.controls import Controls
from torchlint.verify.records import Process, Row, Timeline
from torchlint.verify.session import Session
from torchlint.verify.verify_run import VerifyRun

STARTED = 1_795_000_000.25
PATH = "train.py"
TEXT = """\
def train(model, loader, optimizer):
    total = 0.0
    for rows, labels in loader:
        loss = model(rows, labels)
        loss.backward()
        optimizer.step()
        total += loss
    return total
"""
LEAK = Verdict(
    "confirmed",
    "it holds the graphs of 4 steps, 8 nodes and 4.0 KB in all; each step adds 1.0 KB",
    (Number("retained", 1000.0, "bytes/step"), Number("steps", 4)),
)
REFUTED = Verdict("refuted", "its value has no graph in 4 executions", (Number("retained", 0.0, "bytes/step"),))
NOT_REACHED = Verdict("not reached", "this line never ran")
UNDECIDED = Verdict("undecided", "not observed: it may have run inside `torch.compile`")
RULE = Rule(None, "A sum keeps graphs.", "memory", "error", name="some-rule")


def finding(code: str, message: str = "a message", path: str = PATH, text: str = TEXT, **others: Any) -> Finding:
    """A finding on the first place in a text where some code stands."""
    start = text.index(code)
    proof = Experiment("retained_graph", (("at", Span(start, start + len(code))),))
    return Finding(path, Span(start, start + len(code)), message, rule="some-rule", proof=proof, **others)


def related(code: str, label: str) -> tuple[tuple[Span, str], ...]:
    """Another place in the text and what is said of it."""
    return ((Span(TEXT.index(code), TEXT.index(code) + len(code)), label),)


FINDINGS: Mapping[Finding, Verdict] = MappingProxyType(
    {
        finding("optimizer.step()", "never ran"): NOT_REACHED,
        finding("model(rows, labels)", "the model is `compiled`", sure=False): UNDECIDED,
        finding("loss.backward()", "this one is well"): REFUTED,
        finding(
            "total += loss",
            "`total` keeps graphs alive",
            fix=Fix("Detach before adding", ()),
            related=related("model(rows, labels)", "the graph comes from here"),
        ): LEAK,
    }
)
ROWS = (
    Row(0.2, 1, 1, 0.01, 0.02, 0.03, 0.01, 0.03, 10_000),
    Row(0.3, 1, 1, 0.02, 0.03, 0.04, 0.01, 0.00, 11_000),
    Row(0.4, 2, 2, 0.02, 0.04, 0.02, 0.02, 0.00, 14_000),
)


def process(pid: int = 7, **others: Any) -> Process:
    """A process that has seen all that a run can record."""
    known: dict[str, Any] = {
        "python": "3.12.1",
        "torch": "2.13.0",
        "seen": {site: seen(4, 4) for site in range(len(FINDINGS))},
        "ended_cleanly": True,
        "timeline": Timeline("heap", STARTED, ROWS),
        "stacks": {
            f"{os.path.realpath(PATH)}:train:7": 30,
            f"{os.path.realpath(PATH)}:train:5;/venv/lib/python3.12/site-packages/torch/_tensor.py:backward:630": 70,
        },
    }
    return Process(pid, **{**known, **others})


def seen(visits: int, chained: int) -> dict[str, Any]:
    """A record of a site."""
    return {"kind": "obs", "visits": visits, "facts": {"chained": chained}}


def ran(
    findings: Mapping[Finding, Verdict] = FINDINGS,
    processes: Sequence[Process] | None = None,
    text: str = TEXT,
    status: int = 0,
    notes: Sequence[str] = (),
) -> VerifyRun:
    """A run with these findings in one file; the site of each has its number."""
    processes = (process(),) if processes is None else processes
    evidence = {site: evidence_for(verdict.outcome) for site, verdict in enumerate(findings.values())}
    judged = {each: Judgement(findings[each], evidence[site]) for site, each in enumerate(findings)}
    source = Source(next((each.path for each in findings), PATH), text)
    results = (Result(Checked(source, tuple(findings)), tuple(findings), verdicts=judged),)
    session = Session(status, evidence, tuple(notes), tuple(processes))
    controls = Controls(limit_batches=20, timeline=True, stacks=True)
    command = ("python", "train.py", "--name", "two words")
    return VerifyRun(command, session, results, 1.25, controls, catalog={"some-rule": RULE})


def evidence_for(outcome: Outcome) -> Evidence:
    """What such a verdict may rest on."""
    observations = (Observation(4, 0, 0, "", {"chained": 4}, "2.13.0", True),) if outcome != "not reached" else ()
    return Evidence(1, "rewritten", True, 0, observations)
