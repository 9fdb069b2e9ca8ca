"""Findings that only a run can make: what the monitors of all processes have seen, judged by the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.diagnostics import FAILURE
from torchlint.finding import Finding, Span
from torchlint.run_rules import Measured, Sighting
from torchlint.verdict import Judgement, Verdict
from torchlint.verify.plan import Place, Places, file_and_cell

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.rule import Rule
    from torchlint.verify.records import Process


@dataclass(frozen=True, slots=True)
class RunFinding:
    """What a rule finds at a place of a file, or of a notebook's cell."""

    rule: str
    place: Place
    measured: Measured
    cell: int | None = None  # its number


def run_findings(processes: Collection[Process], rules: Iterable[Rule]) -> dict[str, list[RunFinding]]:
    """What the rules find, by the absolute path of the file."""
    found: dict[str, list[RunFinding]] = {}
    for rule in rules:
        for (name, place), sightings in _by_place(processes, rule.monitor).items():
            measured = _judged(rule, sightings)
            if measured is not None:
                path, cell = file_and_cell(name)
                by = rule.name if measured.numbers else FAILURE
                found.setdefault(path, []).append(RunFinding(by, place, measured, cell))
    return found


def in_source(source: Source, found: Iterable[RunFinding]) -> dict[Finding, Judgement]:
    """The findings as those of a file, confirmed by what they are."""
    made: dict[Finding, Judgement] = {}
    for one in found:
        finding = Finding(source.path, _span(source, one), one.measured.message, rule=one.rule)
        made[finding] = Judgement(Verdict("confirmed", one.measured.text, one.measured.numbers))
    return made


def _span(source: Source, one: RunFinding) -> Span:
    """Where a finding is in the text of a file, or of the notebook that its cell is in."""
    number = one.cell
    start, end = next(((cell.start, cell.end) for cell in source.cells or () if cell.number == number), (0, None))
    span = Places(source.text[start:end]).span(one.place)
    return Span(start + span.start, start + span.end)


def _by_place(processes: Collection[Process], monitor: str) -> dict[tuple[str, Place], list[Sighting]]:
    together: dict[tuple[str, Place], list[Sighting]] = {}
    for process, (path, place), facts in _sightings(processes, monitor):
        together.setdefault((path, place), []).append(Sighting(process.name, facts))
    return together


def _sightings(
    processes: Collection[Process], monitor: str
) -> Iterator[tuple[Process, tuple[str, Place], dict[str, object]]]:
    for process in processes:
        for seen in process.sightings.get(monitor, ()):
            path, first, start, last, end = seen["place"]
            yield process, (path, (first, start, last, end)), seen["facts"]


def _judged(rule: Rule, sightings: list[Sighting]) -> Measured | None:
    """What the rule measures there; a failure of the rule is said in its place, with no number."""
    if rule.judge is None:
        return None
    try:
        measured: Measured | None = rule.judge(sightings, **dict(rule.values))
        if measured is not None and not measured.numbers:
            raise ValueError("it reports a finding without a number")
    except Exception as error:  # a rule that fails is reported, and the others go on
        said = f"`{rule.name}` failed: {type(error).__name__}: {error}"
        return Measured(said, "this is a bug in the rule, not in your code", ())
    return measured
