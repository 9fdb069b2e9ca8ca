"""How many findings each folder has, or each owner of code."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from torchlint.files.code_owners import code_owners_around
from torchlint.files.paths import DASH
from torchlint.report.style import printable

if TYPE_CHECKING:
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule

NOBODY = "(no owner)"


def write_places(
    results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style, *, by: str, form: str
) -> None:
    """Write the counts by folder or owner, the largest first, each with the rules: as a table or as JSON.

    A finding in a file with several owners counts for each of them.
    """
    rules: defaultdict[str, Counter[str]] = defaultdict(Counter)
    fixable: Counter[str] = Counter()
    for result in results:
        places = _owners(result) if by == "owner" else (_folder(result),)
        for place in places:
            for finding in result.findings:
                rules[place][finding.rule] += 1
                fixable[place] += finding.fix is not None and finding.fix.safe
    ordered = sorted((place for place in rules if rules[place]), key=lambda place: (-rules[place].total(), place))
    if form in ("json", "json-lines"):
        records = [_record(by, place, rules[place], fixable[place]) for place in ordered]
        lines = [json.dumps(records, indent=2)] if form == "json" else map(json.dumps, records)
        stream.writelines(f"{line}\n" for line in lines)
        return
    width = max((len(str(rules[place].total())) for place in ordered), default=0)
    for place in ordered:
        counts = ", ".join(
            f"{count} {style.paint(rule, catalog[rule].severity)}" for rule, count in _sorted(rules[place])
        )
        number = style.paint(f"{rules[place].total():>{width}}", "bold")
        stream.write(f"{number}\t{style.paint(printable(place), 'bold')}: {counts}\n")


def _record(by: str, place: str, rules: Counter[str], fixable: int) -> dict[str, Any]:
    return {by: place, "count": rules.total(), "fixable_count": fixable, "rules": dict(_sorted(rules))}


def _sorted(rules: Counter[str]) -> list[tuple[str, int]]:
    return sorted(rules.items(), key=lambda item: (-item[1], item[0]))


def _folder(result: Result) -> str:
    """The folder of a file, as its path is shown."""
    return os.path.dirname(result.checked.source.path).replace(os.sep, "/") or "."


def _owners(result: Result) -> tuple[str, ...]:
    path = result.checked.source.path
    owners = None if path == DASH else code_owners_around(os.path.dirname(os.path.abspath(path)))
    return (owners.of(os.path.abspath(path)) if owners else ()) or (NOBODY,)
