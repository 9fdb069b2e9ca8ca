"""The programs of rules that only a run can ask, all run by one process that has imported torch before."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import pytest

from tests.launched_programs import launched, left_in
from tests.observed_runs import Ran, observed
from tests.rule_folders import RULES
from torchlint.files.source import Source
from torchlint.finding import Finding
from torchlint.rule import Rule
from torchlint.runner.rule_runs import found_by_running
from torchlint.verify.plan import Plan, absolute
from torchlint.verify.run_findings import in_source, run_findings
from torchlint.verify.session import Session


class RulePrograms:
    """Finds what `found_by_running` finds; each program runs in a fork, and all monitors hear of it."""

    def __init__(
        self, folder: Path, paths: Sequence[Path], monitors: Collection[str], environment: Mapping[str, str]
    ) -> None:
        self._folder = folder
        self._environment = environment
        self._paths = paths
        self._plan = Plan((), {}, tuple(sorted(monitors)), tuple(absolute(str(path)) for path in paths))
        self._session: Session | None = None
        self._left: dict[str, Ran] = {}

    def __call__(self, source: Source, rule: Rule) -> tuple[Finding, ...]:
        """The findings of a rule in one of the programs, or in another one, which is run alone."""
        if Path(source.path) not in self._paths:
            return found_by_running(source, rule)
        if self._session is None:
            self._session = self._run()
        left = self._left[name_in_rules(Path(source.path))]
        assert left.status == 0, left.stderr
        found = run_findings(self._session.processes, [rule])
        return tuple(in_source(source, found.get(absolute(source.path), ())))

    def _run(self) -> Session:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in self._environment.items():
                patch.setenv(name, value)
            command = launched(self._folder, self._paths, name_of=name_in_rules)
            ran, session = observed(self._folder, self._plan, *command)
        assert (ran, session.notes) == (Ran(0, "", ""), ())
        self._left = left_in(self._folder, self._paths, name_in_rules)
        return session


def name_in_rules(path: Path) -> str:
    """What a program is called among those of all rules."""
    return "-".join(path.relative_to(RULES).with_suffix("").parts)
