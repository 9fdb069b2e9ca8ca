"""The result of --verify: verdicts, and how the run went. Data only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from torchlint.verdict import Judgement, Outcome
from torchlint.verify.controls import Controls

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.rule import Rule
    from torchlint.verify.comparison import Comparison
    from torchlint.verify.session import Session

OUTCOMES: tuple[Outcome, ...] = ("confirmed", "refuted", "not reached", "undecided")


def counted(outcomes: Sequence[Outcome]) -> str:
    """How many there are of each: "3 confirmed, 1 refuted, 2 not reached, 0 undecided"."""
    return ", ".join(f"{outcomes.count(outcome)} {outcome}" for outcome in OUTCOMES)


@dataclass(frozen=True, slots=True)
class VerifiedFix:
    """A confirmed finding that was fixed: its place now, and the verdicts of both runs."""

    result: Result  # the file after the fixes
    finding: Finding
    before: Judgement
    after: Judgement
    is_safe: bool = True  # whether the fix promises to leave what the program computes as it is


@dataclass(frozen=True, slots=True)
class UndoneFixes:
    """Fixes that were taken back, as the command succeeded before and failed with them."""

    run: VerifyRun  # the run that failed
    restored: tuple[str, ...]  # the files that are as they were before
    kept: tuple[str, ...] = ()  # files that could not be restored


@dataclass(frozen=True, slots=True)
class VerifiedFixes:
    """The result of --verify --fix: the fixed and unfixed findings, and whether the losses are the same."""

    made: tuple[VerifiedFix, ...] = ()
    left: tuple[tuple[Result, Finding, str], ...] = ()  # those that were not fixed, and why
    losses: Comparison | None = None  # of both runs; None where nothing was fixed, and the command was run once
    first: VerifyRun | None = None  # the run before the fixes, where there was one after them
    undone: UndoneFixes | None = None  # where the command failed with the fixes, and they were taken back


@dataclass(frozen=True, slots=True)
class VerifyRun:
    """One run of the user's command and the verdict on each finding of the files that were checked."""

    command: tuple[str, ...]
    session: Session
    results: tuple[Result, ...]  # per file its source, its findings, and `verdicts`, which has all of these
    seconds: float  # of wall time, from the start of the command to its end
    controls: Controls
    timeout: float | None = None  # seconds
    catalog: Mapping[str, Rule] = field(default_factory=dict)  # by name: how severe a rule is, its group, its page
    started: float = 0.0  # when the command was started, in seconds since the epoch
    fixes: VerifiedFixes | None = None  # where fixes were asked for; `session` and `results` are then those after them

    def judgements(self) -> Iterator[tuple[Result, Finding, Judgement]]:
        """Each finding with its verdict, in the order of the files and of their text."""
        for result in self.results:
            for finding in result.findings:
                yield result, finding, result.verdicts[finding]

    def rule_of(self, result: Result, finding: Finding) -> Rule | None:
        """The rule of a finding, with the severity that it has in this file; None if it is not in the catalog."""
        return result.rule_of(finding.rule, self.catalog) if finding.rule in self.catalog else None

    def count(self, outcome: Outcome) -> int:
        """The number of findings with an outcome."""
        return sum(judgement.verdict.outcome == outcome for _, _, judgement in self.judgements())

    @property
    def is_changed_by_fixes(self) -> bool:
        """Whether safe fixes, which leave what a program computes as it is, have changed its losses."""
        fixes = self.fixes
        if fixes is None or not fixes.made or fixes.losses is None:
            return False
        return fixes.losses.outcome == "different" and all(repair.is_safe for repair in fixes.made)
