"""Findings for coding agents, whose context is small: one line each, below it the fix as a diff, or other places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from torchlint.report.fix_diff import fix_diff
from torchlint.report.pages import Pages
from torchlint.report.style import Style, inert, printable, printable_path
from torchlint.report.verdicts import sentence

if TYPE_CHECKING:
    from torchlint.finding import Finding, Fix
    from torchlint.result import Result
    from torchlint.rule import Rule

_MOST_PLACES = 3
_LONGEST = 30  # lines of a diff; `--diff` shows all of a longer one


def write_agent(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write `path:row:column: severity[rule] message`, and the lines that its fix removes and adds.

    A message that a file has had already is not repeated.
    """
    for result in results:
        pages = Pages(result.checked.source)
        path = printable_path(result.checked.source.path)
        said: dict[tuple[str, str], str] = {}
        for finding in result.findings:
            place = pages.at(finding.span.start).place(finding.span.start)
            key = finding.rule, finding.message
            message = f"as at {said[key]}" if key in said else printable(finding.message)
            said.setdefault(key, place)
            label = f"{result.rule_of(finding.rule, catalog).severity}[{finding.rule}]"
            suspected = "" if finding.sure else " (suspected)"
            stream.write(f"{path}:{place}: {label}{suspected} {message}\n")
            stream.writelines(f"{line}\n" for line in _below(finding, result, pages, style))


def _below(finding: Finding, result: Result, pages: Pages, style: Style) -> Iterator[str]:
    """The verdict of a run, and the fix; without one, the other places that an edit by hand may concern."""
    judgement = result.verdicts.get(finding)
    if judgement is not None:
        yield f"  {sentence(judgement, style)}"
    if finding.fix is not None:
        yield from _diff(finding.fix, result, pages)
        return
    for span, label in finding.related[:_MOST_PLACES]:
        yield f"  {pages.at(span.start).place(span.start)}: {printable(label)}"


def _diff(fix: Fix, result: Result, pages: Pages) -> Iterator[str]:
    """The diff of a fix, the first hunk with how it is applied."""
    option = "--fix" if fix.safe else "--fix --unsafe-fixes"
    lines = fix_diff(fix, result.checked.source, pages)
    if len(lines) > _LONGEST:
        yield f"  {option}: {printable(fix.title)} ({len(lines)} lines change)"
        return
    for number, line in enumerate(lines):
        text = inert(line) if line.isprintable() else inert(f"{line[:1]}{_spelled(line[1:])}")
        yield f"{text} {option}" if number == 0 else text


def _spelled(code: str) -> str:
    """A line of code with its tabs, and other control characters spelled out."""
    return "\t".join(map(printable, code.split("\t")))
