"""What came of the checks, as a file and as a table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from benchmarks.cuda.checks import Check
from benchmarks.cuda.runs import Runs
from torchlint.verdict import Number

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one check; an error is no answer: a program did not run, or said something else."""

    name: str
    expects: str
    outcome: Literal["passed", "failed", "error"]
    says: str
    numbers: tuple[Number, ...]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        measured = [{"name": each.name, "value": each.value, "unit": each.unit} for each in self.numbers]
        told = {"name": self.name, "expects": self.expects, "outcome": self.outcome, "says": self.says}
        return {**told, "measured": measured, "seconds": round(self.seconds, 3)}


def results(checks: Sequence[Check], runs: Runs, clock: Callable[[], float] = time.perf_counter) -> Iterator[Result]:
    """What comes of each check, one after the other; those after a failed one are run as well."""
    for check in checks:
        began = clock()
        expects = (check.__doc__ or "").strip()
        try:
            found = check(runs)
        except Exception as problem:  # whatever it is, it is told, and the next check is run
            said = f"{type(problem).__name__}: {problem}"
            yield Result(check.__name__, expects, "error", said, (), clock() - began)
        else:
            outcome: Literal["passed", "failed"] = "passed" if found.passed else "failed"
            yield Result(check.__name__, expects, outcome, found.says, found.numbers, clock() - began)


def report(setting: dict[str, Any], found: Sequence[Result]) -> dict[str, Any]:
    """The whole file."""
    return {"format": FORMAT, **setting, "checks": [result.as_json() for result in found]}


def row(result: Result) -> str:
    """One line of the table."""
    return f"{result.outcome:<7} {result.name:<30} {result.seconds:6.1f} s  {result.says}"


def status(found: Sequence[Result]) -> int:
    """The exit status: 0 where all of them have passed."""
    return 0 if found and all(result.outcome == "passed" for result in found) else 1
