"""What a run has found by itself, put to the files that it is in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from torchlint.diagnostics import FAILURE
from torchlint.verify.plan import absolute
from torchlint.verify.run_findings import in_source, run_findings

if TYPE_CHECKING:
    from torchlint.rule import Rule
    from torchlint.runner.outcome import Outcome
    from torchlint.runner.session import Session
    from torchlint.verify.records import Process


def found_by_run(
    session: Session, names: Sequence[str], outcomes: Iterable[Outcome], processes: Collection[Process]
) -> list[Outcome]:
    """The outcomes with the findings that the run has made, and with files in which it alone has found something.

    `names` are those of all files that were checked, in their order.
    """
    by_name = {outcome.result.checked.source.path: outcome for outcome in outcomes}
    order = {name: place for place, name in enumerate(names)}
    rules: dict[str, Rule] = {rule.name: rule for name in names for rule in session.run_rules_on(name)}
    found = run_findings(processes, rules.values())
    for name in names if found else ():
        on = {rule.name for rule in session.run_rules_on(name)} | {FAILURE}
        here = [one for one in found.get(absolute(name), ()) if one.rule in on]
        if here:
            outcome = by_name.get(name) or session.check_without_fixes(name)
            by_name[name] = session.with_run_findings(outcome, in_source(outcome.result.checked.source, here))
    return sorted(by_name.values(), key=lambda one: order.get(one.result.checked.source.path, len(order)))
