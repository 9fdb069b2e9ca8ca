"""Output: one module per format, for people and for programs.

Begin with `full.py`. It formats results and never asks queries; only this package and `cli.py` print.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from torchlint.report.command_run import CommandRun
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule

    Writer = Callable[[Sequence[Result], Mapping[str, Rule], TextIO, Style], None]

FORMATS = ("full", "concise", "agent", "json", "json-lines", "sarif", "github", "gitlab", "rdjson", "junit")
COUNTED = ("full", "concise", "agent", "json", "json-lines")  # what can count findings instead of showing them
COUNTED_BY = ("rule", "folder", "owner")
LISTS_RULES = ("sarif",)  # what describes every rule, also where nothing was found
MACHINE = FORMATS[3:]  # one document on the stream, and nothing beside it


def writer(
    name: str,
    *,
    statistics: str = "",
    failures: Sequence[str] = (),
    warnings: Sequence[str] = (),
    suppressed: bool = False,
    command: CommandRun | None = None,
) -> Writer:
    """The function that writes a format; with `statistics` it writes counts by one of COUNTED_BY instead.

    `failures`, what could not be read or written at all, `warnings` about the run, what is `suppressed` and the
    `command` that was run to settle findings are written where a format has a place for them.
    """
    if statistics in ("folder", "owner"):
        from functools import partial

        from torchlint.report.statistics_by_place import write_places

        return partial(write_places, by=statistics, form=name)
    if statistics:
        from torchlint.report.statistics import write_json, write_lines, write_table

        return {"json": write_json, "json-lines": write_lines}.get(name, write_table)
    if name == "sarif":
        from functools import partial

        from torchlint.report.sarif import write_sarif

        return partial(write_sarif, failures=failures, warnings=warnings, suppressed=suppressed, command=command)
    if name == "github":
        from functools import partial

        from torchlint.report.github import write_github

        return partial(write_github, command=command)
    return _plain(name)


def _plain(name: str) -> Writer:
    """The function that writes a format which needs nothing but the results; only its own module is imported."""
    if name in ("json", "json-lines"):
        from torchlint.report import json_

        return json_.write_json if name == "json" else json_.write_lines
    if name == "gitlab":
        from torchlint.report.gitlab import write_gitlab

        return write_gitlab
    if name == "rdjson":
        from torchlint.report.rdjson import write_rdjson

        return write_rdjson
    if name == "junit":
        from torchlint.report.junit import write_junit

        return write_junit
    if name == "concise":
        from torchlint.report.concise import write_concise

        return write_concise
    if name == "agent":
        from torchlint.report.agent import write_agent

        return write_agent
    from torchlint.report.full import write_full

    return write_full
