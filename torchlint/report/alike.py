"""Findings that say the same, which are shown together: the first in full, the others by their places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from torchlint.report.pages import Pages
from torchlint.report.style import printable

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.result import Result

_MANY = 4  # findings that differ in nothing but the names in them are shown together from this number on
_MOST_PLACES = 8  # that are listed; a number stands for the others
_NAME = re.compile(r"`[^`]*`")


def alike(result: Result) -> Iterator[list[Finding]]:
    """The findings of a file in groups, each at the place of its first one.

    Those with the same message are a group, unless related places tell them apart. Where one rule says something of
    many names, they are one group as well. A finding with a verdict stands alone.
    """
    by_template: dict[object, list[Finding]] = {}
    for finding in result.findings:
        key = finding if finding in result.verdicts else _key(finding, _template)
        by_template.setdefault(key, []).append(finding)
    groups: dict[object, list[Finding]] = {}
    for finding in result.findings:
        key = finding if finding in result.verdicts else _key(finding, _template)
        if len(by_template[key]) < _MANY:
            key = finding if finding.related or finding in result.verdicts else _key(finding, str)
        groups.setdefault(key, []).append(finding)
    return iter(groups.values())


def across_files(results: Sequence[Result]) -> Iterator[tuple[Result, list[Finding], list[tuple[Result, Finding]]]]:
    """The groups of all files, each with the first ones of other files' groups that it is shown for.

    A script that was copied has its mistakes in each copy: from four files on, they are shown once.
    """
    found = [(result, group) for result in results for group in alike(result)]
    keys: list[object] = []
    files: dict[object, list[tuple[Result, Finding]]] = {}
    for number, (result, group) in enumerate(found):
        is_alone = group[0] in result.verdicts or bool(group[0].related)
        keys.append(number if is_alone else _key(group[0], str))
        files.setdefault(keys[-1], []).append((result, group[0]))
    begun = set()
    for key, (result, group) in zip(keys, found):
        same = files[key] if len(files[key]) >= _MANY else []
        if not same or key not in begun:
            yield result, group, same[1:]
        begun.add(key)


def other_files(others: Sequence[tuple[Result, Finding]]) -> str:
    """The places in other files where a rule says the same."""
    shown = []
    for result, one in others[:_MOST_PLACES]:
        place = Pages(result.checked.source).at(one.span.start).place(one.span.start)
        shown.append(f"{printable(result.checked.source.path)}:{place}")
    left = len(others) - _MOST_PLACES
    return f"{', '.join(shown)} and {left} more" if left > 0 else ", ".join(shown)


def other_places(first: Finding, others: Sequence[Finding], pages: Pages) -> str:
    """Where else a finding is, with what differs there from the first one: its subject, and what to write instead."""
    known = set(_NAME.findall(first.message))
    shown = []
    for one in others[:_MOST_PLACES]:
        names = [name for name in _NAME.findall(one.message) if name not in known]
        place = pages.at(one.span.start).place(one.span.start)
        shown.append(f"{place} ({printable(': '.join(_differing(one, names)))})" if names else place)
    left = len(others) - _MOST_PLACES
    return f"{', '.join(shown)} and {left} more" if left > 0 else ", ".join(shown)


def _differing(finding: Finding, names: list[str]) -> list[str]:
    """The first of a finding's own names, and the first one of its advice if that does not follow from it."""
    subject = names[0]
    advice = [name for name in _NAME.findall(finding.message.partition("; ")[2]) if name in names]
    return [subject, *(name for name in advice[:1] if subject.strip("`") not in name)]


def _key(finding: Finding, said: Callable[[str], str]) -> object:
    fix = (said(finding.fix.title), finding.fix.safe) if finding.fix is not None else None
    return finding.rule, said(finding.message), finding.sure, fix


def _template(text: str) -> str:
    return _NAME.sub("`", text)
