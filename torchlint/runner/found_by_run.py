"""What a run has found by itself, put to the files that it is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint import lint
from torchlint.diagnostics import FAILURE
from torchlint.runner.outcome import Outcome
from torchlint.verify.plan import absolute
from torchlint.verify.run_findings import RunFinding, in_source, run_findings

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result
    from torchlint.rule import Rule
    from torchlint.runner.session import Session
    from torchlint.verdict import Judgement
    from torchlint.verify.records import Process


def run_rules_on(session: Session, path: str) -> tuple[Rule, ...]:
    """The rules that are on in a file whose findings only a run can make."""
    return tuple(rule for rule in session.rules_on(path) if rule.needs_run)


def found_by_run(
    session: Session, names: Sequence[str], outcomes: Iterable[Outcome], processes: Collection[Process]
) -> list[Outcome]:
    """The outcomes with the findings that the run has made, and with files in which it alone has found something.

    `names` are those of all files that were checked, in their order.
    """
    by_name = {outcome.result.checked.source.path: outcome for outcome in outcomes}
    order = {name: place for place, name in enumerate(names)}
    rules_on = {name: run_rules_on(session, name) for name in names}
    rules = {rule.name: rule for on in rules_on.values() for rule in on}
    found = run_findings(processes, rules.values())
    told = _told(outcome.result for outcome in by_name.values())
    for name in names if found else ():
        on = {rule.name for rule in rules_on[name]} | {FAILURE}
        here = [one for one in found.get(absolute(name), ()) if one.rule in on and not _is_told(one, rules, told)]
        if here:
            outcome = by_name.get(name) or session.check_without_fixes(name)
            by_name[name] = with_run_findings(session, outcome, in_source(outcome.result.checked.source, here))
    return sorted(by_name.values(), key=lambda one: order.get(one.result.checked.source.path, len(order)))


def found_in_cells(
    session: Session, cells: Sequence[tuple[int, Result]], processes: Collection[Process]
) -> list[Result]:
    """The results of live cells, each by its number, with the findings that their run has made."""
    results = [result for _, result in cells]
    on = run_rules_on(session, results[0].checked.source.path) if results else ()
    rules = {rule.name: rule for rule in on}
    found = [one for ones in run_findings(processes, on).values() for one in ones]
    told = _told(results)
    made = [[one for one in found if one.cell == number and not _is_told(one, rules, told)] for number, _ in cells]
    return [
        with_run_findings(session, Outcome(result), in_source(result.checked.source, here)).result
        for result, here in zip(results, made)
    ]


def _told(results: Iterable[Result]) -> Counter[str]:
    """How many things the confirmed findings tell of, by their probe."""
    told: Counter[str] = Counter()
    for result in results:
        for finding, judgement in result.verdicts.items():
            verdict = judgement.verdict
            if finding.proof is not None and verdict.outcome == "confirmed" and verdict.numbers:
                told[finding.proof.probe] += int(verdict.numbers[0].value)
    return told


def _is_told(one: RunFinding, rules: Mapping[str, Rule], told: Counter[str]) -> bool:
    """Whether other findings tell of all that this one counts: one cause is one finding."""
    rule = rules.get(one.rule)
    return rule is not None and bool(rule.told_by) and one.measured.numbers[0].value <= told[rule.told_by]


def with_run_findings(session: Session, outcome: Outcome, made: Mapping[Finding, Judgement]) -> Outcome:
    """The outcome with findings that a run has made in the file, in place of those of the run before."""
    before = outcome.result
    checked = lint.with_run_findings(before.checked, made, session.catalog)
    shown = [one for one in checked.findings if one in made]
    if not session.suppressions:
        shown += [one for one in checked.suppressed if one in made]
    known = session.already_known(checked, shown, after_run=True)
    kept = (one for one in before.findings if not session.catalog[one.rule].needs_run)
    findings = lint.in_order((*kept, *(one for one in shown if one not in known)))
    known_verdicts = {**before.verdicts, **made}
    verdicts = {one: known_verdicts[one] for one in findings if one in known_verdicts}
    return replace(
        outcome,
        result=replace(before, checked=checked, findings=findings, verdicts=verdicts),
        known=outcome.known + len(known),
        broken=outcome.broken or any(one.rule == FAILURE for one in made),
    )
