"""Programs that are run with the plan that --verify would make for them: all that the linter reports of them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from torchlint.finding import Finding, Span
from torchlint.lint import check
from torchlint.pack import builtin_rules
from torchlint.proofs import retained_graph
from torchlint.reading import read_source
from torchlint.verdict import Verdict
from torchlint.verify.controls import Controls
from torchlint.verify.judge import verdict
from torchlint.verify.plan import Plan, plan_of
from torchlint.verify.session import NO_CONTROLS, Session, environment, runtime_in

PROGRAMS = Path(__file__).with_name("programs")


@dataclass(frozen=True, slots=True)
class Planned:
    """A program, what the linter reports of it, suspected findings too, and where a run looks for that."""

    path: Path
    findings: tuple[Finding, ...]
    plan: Plan


@dataclass(frozen=True, slots=True)
class Place:
    """A piece of code."""

    span: Span


def planned(name: str) -> Planned:
    """One of the programs beside this file."""
    path = PROGRAMS / name
    source = read_source(str(path))
    findings = check(source, list(builtin_rules().values())).findings
    return Planned(path, findings, plan_of([(source, findings)]))


def planned_sum() -> Planned:
    """The program that needs no torch, as if the linter had found its sum."""
    path = PROGRAMS / "sum.py"
    source = read_source(str(path))
    start = source.text.index("total += number")
    total, statement = Place(Span(start, start + len("total"))), Place(Span(start, start + len("total += number")))
    finding = Finding(str(path), total.span, "", proof=retained_graph(accumulator=total, at=statement))
    return Planned(path, (finding,), plan_of([(source, [finding])]))


def observing(plan: Plan, folder: Path, controls: Controls = NO_CONTROLS) -> dict[str, str]:
    """The environment in which Python processes look at what a plan names, and leave what they see in a folder."""
    plan_file = folder / "plan.json"
    plan_file.write_text(json.dumps({"evidence": str(folder), **asdict(controls), **plan.as_json()}), encoding="utf-8")
    return environment(plan_file, runtime_in(folder))


def verdicts(program: Planned, session: Session) -> dict[Finding, Verdict]:
    """What a run says of each finding that a run can settle."""
    settled = {}
    for finding in program.findings:
        site = program.plan.site_of(finding)
        if finding.proof is not None and site is not None:
            settled[finding] = verdict(finding.proof, session.evidence[site])
    return settled
