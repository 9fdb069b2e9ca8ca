"""Applies the fixes of confirmed findings, and of no others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from torchlint.reading import as_python
from torchlint.verify.span_tracking import images, tracked

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.fixing import Fixed
    from torchlint.result import Result
    from torchlint.runner.outcome import Outcome
    from torchlint.runner.session import Session

UNSAFE = "the fix may change what the program computes; `--unsafe-fixes` applies it"


@dataclass(slots=True)
class AppliedFixes:
    """The files after their fixes, the fixed findings before and after, and those that were not fixed."""

    outcomes: list[Outcome] = field(default_factory=list)
    fixed: list[tuple[Result, Finding, Finding]] = field(default_factory=list)  # the file before, and both findings
    left: list[tuple[Result, Finding, str]] = field(default_factory=list)  # the file as it is, and why


def apply_fixes(
    outcomes: Sequence[Outcome], session: Session, save: Callable[[Outcome], Outcome], *, unsafe: bool
) -> AppliedFixes:
    """Apply the fixes of the confirmed findings; `save` writes a file, or gives back another outcome if it can't."""
    applied = AppliedFixes()
    for outcome in outcomes:
        verdicts = outcome.result.verdicts
        confirmed = [finding for finding in outcome.result.findings if verdicts[finding].verdict.outcome == "confirmed"]
        wanted = [finding for finding in confirmed if finding.fix is not None and (finding.fix.safe or unsafe)]
        _apply(applied, outcome, confirmed, wanted, session, save)
    return applied


def _apply(
    applied: AppliedFixes,
    outcome: Outcome,
    confirmed: Sequence[Finding],
    wanted: Sequence[Finding],
    session: Session,
    save: Callable[[Outcome], Outcome],
) -> None:
    before, done = outcome.result, None
    if wanted:
        fixed, done = session.fix_these(outcome, wanted)
        outcome = save(fixed)
        if outcome is not fixed:
            done = None  # the file is as it was
    applied.outcomes.append(outcome)
    for finding in confirmed:
        now = after(finding, done) if done else finding
        if done and finding in done.fixed:
            applied.fixed.append((before, finding, now))
        else:
            applied.left.append((outcome.result, now, _why(finding, finding in wanted, done)))


def _why(finding: Finding, is_wanted: bool, done: Fixed | None) -> str:
    """The reason for which a finding was not fixed."""
    if finding.fix is None:
        return "there is no automatic fix"
    if not is_wanted:
        return UNSAFE
    return "the fix does not work here" if done else "the file could not be written"


def after(finding: Finding, done: Fixed) -> Finding:
    """A fixed finding in the new text: its place, and what its experiment captures there."""
    old, new = as_python(done.original), as_python(done.checked.source)
    proof = None if finding.proof is None else tracked(finding.proof, old, new, done.splices)
    return replace(finding, span=images(finding.span, done.splices)[0], proof=proof, fix=None, related=())
