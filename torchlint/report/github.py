"""Findings as GitHub workflow commands, which are shown beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from torchlint.files.paths import DASH
from torchlint.report.root import Root
from torchlint.report.stored import Stored
from torchlint.report.style import inert, printable

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.report.command_run import CommandRun
    from torchlint.report.stored import Region
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule

COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def write_github(
    results: Sequence[Result],
    catalog: Mapping[str, Rule],
    stream: TextIO,
    style: Style,
    *,
    command: CommandRun | None = None,
) -> None:
    """Write one command per finding: `::error file=a.py,line=4,...::message`.

    The message begins with the place, since the log of the job shows nothing else. A notice tells what came of the
    `command` that was run to settle the findings.
    """
    root = Root()
    for result in results:
        file = root.relative(result.checked.source.path)
        stored = Stored(result.checked.source)
        for finding in result.alerts:
            region = stored.region(finding.span)
            properties = _properties(file, region, finding.rule)
            kind = COMMANDS[result.rule_of(finding.rule, catalog).severity]
            text = f"{printable(file)}:{region.row}:{region.column}: {_text(result, finding)}"
            stream.write(inert(f"::{kind} {properties}::{_data(text)}\n"))
    if command is not None:
        kind = "warning" if command.failed else "notice"
        stream.write(inert(f"::{kind} title=torchlint --verify::{_data(printable(command.summary))}\n"))


def _properties(file: str, region: Region, rule: str) -> str:
    """The properties of a command; columns are for places on one row only."""
    given = {"title": f"torchlint ({rule})", "file": file, "line": region.row, "endLine": region.end_row}
    if file == DASH:
        del given["file"]
    if region.row == region.end_row:
        given |= {"col": region.column, "endColumn": region.end_column}
    return ",".join(f"{name}={_property(printable(str(value)))}" for name, value in given.items())


def _text(result: Result, finding: Finding) -> str:
    suspected = "(suspected) " if result.kind_of(finding) == "review" else ""
    fix = f"\n  help: {finding.fix.title}" if finding.fix is not None else ""
    return f"{finding.rule} {suspected}{printable(result.full_message(finding))}{fix}"


def _data(text: str) -> str:
    """Text behind the command, in which a runner takes back these escapes and no others."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
