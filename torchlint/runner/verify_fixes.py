"""The fixes of what a run has confirmed, and of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from torchlint.verify.moved import images, moved

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.fix import Fixed
    from torchlint.result import Result
    from torchlint.runner.session import Outcome, Session

UNSAFE = "its fix may change what the program computes; `--unsafe-fixes` applies it"


@dataclass(slots=True)
class Mending:
    """The files after their fixes, the fixed findings before and after, and those that are as they were."""

    outcomes: list[Outcome] = field(default_factory=list)
    fixed: list[tuple[Result, Finding, Finding]] = field(default_factory=list)  # the file before, and both findings
    left: list[tuple[Result, Finding, str]] = field(default_factory=list)  # the file as it is, and why


def mend(outcomes: Sequence[Outcome], session: Session, save: Callable[[Outcome], Outcome], *, unsafe: bool) -> Mending:
    """Apply the fixes of the confirmed findings; `save` writes a file, or gives back another outcome if it can't."""
    mending = Mending()
    for outcome in outcomes:
        verdicts = outcome.result.verdicts
        confirmed = [finding for finding in outcome.result.findings if verdicts[finding].verdict.outcome == "confirmed"]
        wanted = [finding for finding in confirmed if finding.fix is not None and (finding.fix.safe or unsafe)]
        _mend(mending, outcome, confirmed, wanted, session, save)
    return mending


def _mend(
    mending: Mending,
    outcome: Outcome,
    confirmed: Sequence[Finding],
    wanted: Sequence[Finding],
    session: Session,
    save: Callable[[Outcome], Outcome],
) -> None:
    before, done = outcome.result, None
    if wanted:
        mended, done = session.mend(outcome, wanted)
        outcome = save(mended)
        if outcome is not mended:
            done = None  # the file is as it was
    mending.outcomes.append(outcome)
    for finding in confirmed:
        now = after(finding, done) if done else finding
        if done and finding in done.fixed:
            mending.fixed.append((before, finding, now))
        else:
            mending.left.append((outcome.result, now, _why(finding, finding in wanted, done)))


def _why(finding: Finding, is_wanted: bool, done: Fixed | None) -> str:
    """The reason for which a finding was not fixed."""
    if finding.fix is None:
        return "there is no fix for it"
    if not is_wanted:
        return UNSAFE
    return "its fix does not work here" if done else "the file could not be written"


def after(finding: Finding, done: Fixed) -> Finding:
    """A finding that was fixed, in the terms of the new text: its place, and what its experiment looks at there."""
    old, new = done.original.text, done.checked.source.text
    proof = None if finding.proof is None else moved(finding.proof, old, new, done.splices)
    return replace(finding, span=images(finding.span, done.splices)[0], proof=proof, fix=None, related=())
