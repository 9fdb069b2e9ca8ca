"""Settles the findings of all files by running the user's command: once, and once more after fixes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.files.source import NOTEBOOK, Unreadable
from torchlint.reading import read_source
from torchlint.runner.found_by_run import found_by_run, run_rules_on, with_run_findings
from torchlint.runner.verify_fixes import AppliedFixes, apply_fixes
from torchlint.settings.keys import ConfigError
from torchlint.verdict import times
from torchlint.verify.comparison import compared
from torchlint.verify.plan import Plan, absolute
from torchlint.verify.progress import Progress
from torchlint.verify.session import nobody
from torchlint.verify.verification import judgement_of, plan_for, run_command, with_verdicts
from torchlint.verify.verify_run import UndoneFixes, VerifiedFix, VerifiedFixes, VerifyRun

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.finding import Finding
    from torchlint.report.streams import Streams
    from torchlint.runner.outcome import Outcome
    from torchlint.runner.session import Session
    from torchlint.verify.verification import Request

VerifiedOutcomes = tuple[list["Outcome"], VerifyRun | None]


@dataclass(frozen=True, slots=True)
class FindingsVerifier:
    """Runs the command, and reports progress on standard error."""

    request: Request
    session: Session
    streams: Streams
    quiet: bool
    stdout: int | None  # a file descriptor for what the command prints, where ours is for something else
    names: tuple[str, ...] = ()  # of all files that were checked

    def verify(self, outcomes: Sequence[Outcome]) -> VerifiedOutcomes:
        """The outcomes with verdicts, and the run; None if there is nothing to observe."""
        plan = self._plan(outcomes, {})
        if not plan.files and not plan.monitors and not self.request.is_recorded:
            self._say("no finding can be verified by a run, so the command was not run")
            bare = [replace(one, result=with_verdicts(one.result, plan, None), fails=False) for one in outcomes]
            return bare, None
        self._say(f"running `{self.request.shown}` {_purpose(plan)}")
        self._say("this is your real command: what it saves, uploads or deletes is real")
        found, ran = self._run(plan, outcomes)
        return self._with_verdicts(found, ran, ()), ran

    def fix(
        self, outcomes: Sequence[Outcome], ran: VerifyRun, save: Callable[[Outcome], Outcome], *, unsafe: bool
    ) -> VerifiedOutcomes:
        """The outcomes after fixing the confirmed findings, and a second run that observes the same places.

        If that run fails, the fixes are taken back, and the outcomes and the run are those before them.
        """
        if ran.session.failed:
            return list(outcomes), ran
        applied = apply_fixes(outcomes, self.session, save, unsafe=unsafe)
        if not applied.fixed:
            with_failures = [
                replace(old, broken=old.broken or new.broken) for old, new in zip(outcomes, applied.outcomes)
            ]
            return with_failures, replace(ran, fixes=VerifiedFixes(left=tuple(applied.left)))
        self._say(f"fixed {times(len(applied.fixed), 'finding')}, running the command again")
        after, second = self._run_again(applied, ran)
        if second is None or not second.session.failed or self.request.keeps_fixes:
            return after, second
        return list(outcomes), replace(ran, fixes=_undone(outcomes, applied, second, save))

    def _run_again(self, applied: AppliedFixes, first: VerifyRun) -> VerifiedOutcomes:
        also: dict[str, list[Finding]] = {}
        for _, _, now in applied.fixed:
            also.setdefault(now.path, []).append(now)
        plan = self._plan(applied.outcomes, also)
        outcomes, ran = self._run(plan, applied.outcomes)
        after = {result.checked.source.path: result for result in ran.results}
        made = tuple(
            VerifiedFix(
                after[now.path],
                now,
                before.verdicts[old],
                judgement_of(now, plan, ran.session),
                is_safe=old.fix is None or old.fix.safe,
            )
            for before, old, now in applied.fixed
        )
        losses = compared(first.session.processes, ran.session.processes)
        ran = replace(ran, fixes=VerifiedFixes(made, tuple(applied.left), losses, first))
        return self._with_verdicts(outcomes, ran, made), ran

    def _plan(self, outcomes: Sequence[Outcome], also: Mapping[str, Sequence[Finding]]) -> Plan:
        """The plan for the findings of the files, and for what may be found by running all that were checked."""
        rules_on = {name: on for name in self.names if (on := run_rules_on(self.session, name))}
        monitors = {rule.monitor for on in rules_on.values() for rule in on}
        heard = tuple(map(absolute, rules_on))
        results = [outcome.result for outcome in outcomes]
        known = {result.checked.source.path for result in results}
        notebooks = (_readable(name) for name in rules_on if name.endswith(NOTEBOOK) and name not in known)
        plan = plan_for(results, also, filter(None, notebooks), heard)
        return replace(plan, monitors=tuple(sorted(monitors)), checked=heard)

    def _run(self, plan: Plan, outcomes: Sequence[Outcome]) -> tuple[list[Outcome], VerifyRun]:
        """Run the command: the outcomes with what the run has found by itself, and the run."""
        outcomes = [with_run_findings(self.session, outcome, {}) for outcome in outcomes]
        ran = self._run_with(plan, outcomes)
        judged = [replace(outcome, result=result) for outcome, result in zip(outcomes, ran.results, strict=True)]
        found = found_by_run(self.session, self.names, judged, ran.session.processes)
        return found, replace(ran, results=tuple(outcome.result for outcome in found))

    def _run_with(self, plan: Plan, outcomes: Sequence[Outcome]) -> VerifyRun:
        streams = self.streams
        streams.out.flush()
        streams.err.flush()
        is_watched = streams.err.isatty() and not self.quiet
        watch = Progress(streams.err, self._say, len(plan.answers)) if is_watched else nobody
        results = [outcome.result for outcome in outcomes]
        try:
            return run_command(self.request, plan, results, self.session.catalog, stdout=self.stdout, watch=watch)
        except OSError as problem:
            name = self.request.command[0]
            raise ConfigError("--verify", f"can't run {name}: {problem.strerror or problem}") from None

    def _with_verdicts(self, outcomes: Sequence[Outcome], ran: VerifyRun, made: Sequence[VerifiedFix]) -> list[Outcome]:
        """The outcomes with verdicts: a file fails if a finding in it is confirmed, fixed or not."""
        confirmed: dict[str, list[Finding]] = {}
        for finding, judgement in (
            *((finding, judgement) for _, finding, judgement in ran.judgements()),
            *((repair.finding, repair.after) for repair in made),
        ):
            if judgement.verdict.outcome == "confirmed":
                confirmed.setdefault(finding.path, []).append(finding)
        return [
            replace(outcome, result=result, fails=self.session.fails(path, confirmed.get(path, ())))
            for outcome, result in zip(outcomes, ran.results, strict=True)
            for path in [result.checked.source.path]
        ]

    def _say(self, message: str) -> None:
        if not self.quiet:
            self.streams.say("info", message)


def _readable(name: str) -> Source | None:
    """The text of a file; None if it can't be read, which linting reports."""
    try:
        return read_source(name)
    except Unreadable:
        return None


def _purpose(plan: Plan) -> str:
    """Why the command is run, for people."""
    looked_into = sum(bool(file.sites) for file in plan.files)
    if looked_into:
        return f"with {times(len(plan.answers), 'experiment')} in {times(looked_into, 'file')}"
    return "for findings that only a run can make" if plan.monitors else "to record it"


def _undone(
    before: Sequence[Outcome], applied: AppliedFixes, failed: VerifyRun, save: Callable[[Outcome], Outcome]
) -> VerifiedFixes:
    """Take back the fixes with which the command has failed: what they have made is the original of what was before."""
    pairs = [(replace(old, original=new.result.checked.source), new) for old, new in zip(before, applied.outcomes)]
    saved = {old.result.checked.source.path: save(old) is old for old, new in pairs if new.changed}
    unfixed = tuple((result, finding, "the command fails with this fix") for result, finding, _ in applied.fixed)
    restored, kept = (tuple(path for path in saved if saved[path] is which) for which in (True, False))
    return VerifiedFixes(left=(*unfixed, *applied.left), undone=UndoneFixes(failed, restored, kept))
