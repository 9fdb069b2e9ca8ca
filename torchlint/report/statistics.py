"""How often each rule fired."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from torchlint.report.summary import files_in_words
from torchlint.rule import SEVERITIES

if TYPE_CHECKING:
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule, Severity


@dataclass(frozen=True, slots=True)
class Count:
    """How many findings a rule has in how many files, how severe they are, and how many of them `--fix` repairs."""

    rule: str
    severity: Severity  # the highest one, where folders have settings of their own
    findings: int
    files: int
    fixable: int
    verdicts: Mapping[str, int]  # by outcome; empty without a run


def write_table(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write a table, the most frequent rule first; `[*]` where `--fix` repairs all, `[-]` where it repairs some."""
    counts = _counts(results, catalog)
    width = max((len(str(count.findings)) for count in counts), default=0)
    for count in counts:
        sign = "*" if count.fixable == count.findings else "-" if count.fixable else " "
        number = style.paint(f"{count.findings:>{width}}", "bold")
        name = style.paint(f"{count.severity}[{count.rule}]", count.severity)
        files = files_in_words(count.files)
        verdicts = ", ".join(f"{number} {outcome}" for outcome, number in sorted(count.verdicts.items()))
        end = f"{files}: {verdicts}" if verdicts else files
        stream.write(f"{number}\t[{style.paint(sign, 'safe')}]\t{name} in {end}\n")


def write_json(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one array, the most frequent rule first."""
    import json

    json.dump([_record(count, catalog) for count in _counts(results, catalog)], stream, indent=2)
    stream.write("\n")


def write_lines(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one rule per line."""
    import json

    for count in _counts(results, catalog):
        stream.write(json.dumps(_record(count, catalog)) + "\n")


def _counts(results: Sequence[Result], catalog: Mapping[str, Rule]) -> list[Count]:
    found: Counter[str] = Counter()
    files: Counter[str] = Counter()
    severities: defaultdict[str, set[Severity]] = defaultdict(set)
    fixable: Counter[str] = Counter()
    verdicts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        files.update({finding.rule for finding in result.findings})
        for finding in result.findings:
            severities[finding.rule].add(result.rule_of(finding.rule, catalog).severity)
            found[finding.rule] += 1
            fixable[finding.rule] += finding.fix is not None and finding.fix.safe
            if finding in result.verdicts:
                verdicts[finding.rule][result.verdicts[finding].verdict.outcome] += 1
    counts = (
        Count(rule, min(severities[rule], key=SEVERITIES.index), number, files[rule], fixable[rule], verdicts[rule])
        for rule, number in found.items()
    )
    return sorted(counts, key=lambda count: (-count.findings, count.rule))


def _record(count: Count, catalog: Mapping[str, Rule]) -> dict[str, Any]:
    return {
        "code": count.rule,
        "name": count.rule,
        "count": count.findings,
        "files": count.files,
        "fixable": count.fixable == count.findings,
        "fixable_count": count.fixable,
        "severity": count.severity,
        "category": catalog[count.rule].group,
        **({"verdicts": dict(sorted(count.verdicts.items()))} if count.verdicts else {}),
    }
