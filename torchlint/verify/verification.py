"""The steps of --verify: plan, run the user's command with probes, and judge each finding."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from torchlint.files.paths import command_line
from torchlint.verdict import Judgement, Verdict
from torchlint.verify.controls import Controls
from torchlint.verify.judge import NO_PROBE, is_known, verdict
from torchlint.verify.plan import Plan, plan_of
from torchlint.verify.running_command import PATIENCE
from torchlint.verify.session import Session, nobody, run
from torchlint.verify.verify_run import VerifyRun

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.rule import Rule

Watch = Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Request:
    """The command to run, and its limits."""

    command: tuple[str, ...]
    timeout: float | None = None  # seconds
    controls: Controls = field(default_factory=Controls)
    suspected: bool = True  # whether suspected findings are asked, too
    report: str | None = None  # a folder for a page to look at
    tensorboard: str | None = None  # a folder for scalars
    keeps_fixes: bool = False  # whether fixes stay with which the command fails
    patience: float = PATIENCE  # seconds that the command has to end when it is asked to
    json: str | None = None  # a file for programs

    @property
    def shown(self) -> str:
        """The command, quoted for a shell."""
        return command_line(self.command)

    @property
    def is_recorded(self) -> bool:
        """Whether the run is recorded for a report, too."""
        return self.controls.timeline or self.controls.stacks


def can_settle(finding: Finding) -> bool:
    """Whether there is a probe for the finding's experiment."""
    return finding.proof is not None and is_known(finding.proof)


def plan_for(
    results: Sequence[Result],
    also: Mapping[str, Sequence[Finding]],
    notebooks: Iterable[Source] = (),
    heard: Collection[str] = (),
) -> Plan:
    """The plan for the findings of some files, for `also` those by the path of their file, and for more notebooks.

    `heard` are the absolute paths of the files in which monitors may find something.
    """
    checked = ((result.checked.source, result.findings) for result in results)
    every = [(source, (*findings, *also.get(source.path, ()))) for source, findings in checked]
    return plan_of((*every, *((source, ()) for source in notebooks)), heard=heard)


def run_command(
    request: Request,
    plan: Plan,
    results: Sequence[Result],
    catalog: Mapping[str, Rule],
    *,
    stdout: int | None = None,
    watch: Watch = nobody,
) -> VerifyRun:
    """Run the command once, and judge the findings; raises OSError if the command can't be started."""
    moment, started = time.time(), time.monotonic()
    session = run(
        request.command,
        plan,
        request.timeout,
        request.controls,
        patience=request.patience,
        stdout=stdout,
        watch=watch,
    )
    seconds = time.monotonic() - started
    judged_results = tuple(with_verdicts(result, plan, session) for result in results)
    return VerifyRun(
        request.command, session, judged_results, seconds, request.controls, request.timeout, catalog, moment
    )


def with_verdicts(result: Result, plan: Plan, session: Session | None) -> Result:
    """A file with a verdict on each of its findings."""
    return replace(result, verdicts={finding: judgement_of(finding, plan, session) for finding in result.findings})


def judgement_of(finding: Finding, plan: Plan, session: Session | None) -> Judgement:
    """The verdict on a finding, with its evidence; undecided without a run or a place to observe."""
    site = plan.site_of(finding)
    if session is None or site is None or finding.proof is None:
        return Judgement(Verdict("undecided", _why_not_observed(finding)))
    evidence = session.evidence[site]
    return Judgement(verdict(finding.proof, evidence), evidence)


def _why_not_observed(finding: Finding) -> str:
    """Why no place of a finding is observed."""
    if finding.proof is None:
        return "a run can't settle this"
    return NO_PROBE.format(finding.proof.probe)
