"""Findings in the Static Analysis Results Interchange Format, SARIF 2.1.0, for code scanning and viewers."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

from torchlint import addresses
from torchlint.baselines.fingerprint import Key, fingerprints
from torchlint.diagnostics import FAILURE, INCOMPLETE
from torchlint.files.paths import DASH
from torchlint.report.json_text import dump
from torchlint.report.line_hashes import line_hashes
from torchlint.report.root import Root
from torchlint.report.sarif_rules import LEVELS, as_configured, described
from torchlint.report.stored import Stored
from torchlint.report.verdicts import evidence
from torchlint.version import __version__

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.finding import Finding, Fix, Span
    from torchlint.report.command_run import CommandRun
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE = "%SRCROOT%"
_PLACEHOLDER = re.compile(r"\{\d+\}")
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def write_sarif(
    results: Sequence[Result],
    catalog: Mapping[str, Rule],
    stream: TextIO,
    style: Style,
    *,
    failures: Sequence[str] = (),
    warnings: Sequence[str] = (),
    suppressed: bool = False,
    command: CommandRun | None = None,
) -> None:
    """Write one log with one run; `failures` are what could not be read or written at all, `warnings` fail nothing. The
    `command` that was run to settle findings is a second invocation.

    GitHub makes an alert of every result, whatever its kind and its suppressions. So what a comment silences, what a
    run has refuted, and a suspicion that a run has not settled are left out unless `suppressed` asks for them.
    """
    rules = sorted(catalog.values(), key=lambda rule: rule.name)
    log = _Log(rules, Root(), suppressed=suppressed)
    configured = as_configured(results)
    driver = {"name": "torchlint", "version": __version__}
    if home := addresses.SITE or addresses.REPOSITORY:
        driver["informationUri"] = home
    run = {
        "tool": {
            "driver": {**driver, "rules": [described(rule, configured.get(rule.name, rule.severity)) for rule in rules]}
        },
        "automationDetails": {"id": "torchlint/"},
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "originalUriBaseIds": {BASE: {"uri": _file_uri(log.root.folder, folder=True)}},
        "results": [record for result in results for record in log.results(result)],
        "invocations": [log.invocation(results, failures, warnings), *([command.as_sarif(_text)] if command else [])],
    }
    dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, stream)


class _Log:
    """What the results of a run share: the order of the rules, the root, and which findings are reported."""

    def __init__(self, rules: Sequence[Rule], root: Root, *, suppressed: bool) -> None:
        self.root = root
        self._rules = {rule.name: (index, rule) for index, rule in enumerate(rules)}
        self._suppressed = suppressed

    def results(self, result: Result) -> Iterator[dict[str, Any]]:
        """The result objects of one file."""
        findings, silenced = self._reported(result)
        if not findings:
            return
        checked = result.checked
        place = _Places(checked.source, self.root)
        prints = fingerprints(checked.source.text, (*checked.findings, *checked.suppressed))
        for finding in findings:
            record = self._record(finding, place, result)
            record["partialFingerprints"] = {
                "primaryLocationLineHash": place.line_hash(finding.span),
                "torchlint/v1": prints[_key(finding)],
            }
            if self._suppressed:  # all results of a run have the list, or none
                record["suppressions"] = _suppressions(silenced.get(_key(finding)))
            yield record

    def invocation(self, results: Sequence[Result], failures: Sequence[str], warnings: Sequence[str]) -> dict[str, Any]:
        """The invocation object: what could not be checked is a notification; only failures count as unsuccessful."""
        notifications = [{"level": "error", "message": {"text": _text(failure)}} for failure in failures]
        notifications += [{"level": "warning", "message": {"text": _text(warning)}} for warning in warnings]
        broken = bool(failures)
        for result in results:
            for finding in result.checked.findings:
                if finding.rule in INCOMPLETE:
                    notifications.append(self._notification(finding, _Places(result.checked.source, self.root)))
                    broken |= finding.rule == FAILURE
        return {"executionSuccessful": not broken, "toolExecutionNotifications": notifications}

    def _reported(self, result: Result) -> tuple[list[Finding], dict[Key, str]]:
        """The reported findings, with the reasons of the comments that silence some of them."""
        if not self._suppressed:
            return list(result.alerts), {}
        checked = result.checked
        silenced = {_key(one): checked.reasons.get(one, "") for one in checked.suppressed}
        shown = {_key(one) for one in result.findings}
        hidden = (replace(one, fix=None) for one in checked.suppressed if _key(one) not in shown)
        return sorted((*result.findings, *hidden), key=lambda one: (one.span, one.rule)), silenced

    def _record(self, finding: Finding, place: _Places, result: Result) -> dict[str, Any]:
        index, rule = self._rules[finding.rule]
        severity = result.severities.get(rule.name, rule.severity)
        kind = result.kind_of(finding)
        measured = evidence(result.verdicts.get(finding))
        record = {
            "ruleId": rule.name,
            "ruleIndex": index,
            "kind": kind,
            "level": LEVELS[severity] if kind == "fail" else "none",  # as the standard has it
            "message": {"text": _text(result.full_message(finding))},
            "locations": [place.location(finding.span)],
            "properties": {"suspected": not finding.sure, **({"evidence": measured} if measured else {})},
        }
        if finding.related:
            record["relatedLocations"] = [
                {"id": number, **place.location(span), "message": {"text": _text(label)}}
                for number, (span, label) in enumerate(finding.related)
            ]
        if finding.fix is not None and finding.fix.edits:
            record["fixes"] = [place.fix(finding.fix)]
        return record

    def _notification(self, finding: Finding, place: _Places) -> dict[str, Any]:
        index, _ = self._rules[finding.rule]
        return {
            "associatedRule": {"id": finding.rule, "index": index},
            "level": "error",
            "message": {"text": _text(finding.message)},
            "locations": [place.location(finding.span)],
        }


class _Places:
    """Places in one file, as SARIF writes them."""

    def __init__(self, source: Source, root: Root) -> None:
        self._stored, self._artifact = Stored(source), artifact(source.path, root)
        self._hashes: list[str] = []

    def location(self, span: Span) -> dict[str, Any]:
        """A location object."""
        return {"physicalLocation": {"artifactLocation": self._artifact, "region": self._region(span)}}

    def line_hash(self, span: Span) -> str:
        """GitHub's hash of the first line of a span."""
        self._hashes = self._hashes or line_hashes(self._stored.as_github_reads_it)
        return self._hashes[self._stored.region(span).row - 1]

    def fix(self, fix: Fix) -> dict[str, Any]:
        """A fix object, with replacements in the original text."""
        replacements = [
            {
                "deletedRegion": self._region(edit.span),
                "insertedContent": {"text": self._stored.written(edit.text)},
            }
            for edit in fix.edits
        ]
        return {
            "description": {"text": _text(fix.title)},
            "artifactChanges": [{"artifactLocation": self._artifact, "replacements": replacements}],
            "properties": {"applicability": "safe" if fix.safe else "unsafe"},
        }

    def _region(self, span: Span) -> dict[str, int]:
        region = self._stored.region(span)
        return {
            "startLine": region.row,
            "startColumn": region.column,
            "endLine": region.end_row,
            "endColumn": region.end_column,
        }


def artifact(path: str, root: Root) -> dict[str, Any]:
    """Where a file is, by its path below the root; by a whole URI if it is elsewhere."""
    from urllib.parse import quote

    if path == DASH:
        return {"uri": DASH, "description": {"text": "standard input"}}
    below = root.below(path)
    if below is None:
        return {"uri": _file_uri(os.path.abspath(path))}
    return {"uri": quote(os.fsencode(below)), "uriBaseId": BASE}


def _file_uri(path: str, *, folder: bool = False) -> str:
    from pathlib import PurePath

    uri = PurePath(path).as_uri()
    return f"{uri}/" if folder and not uri.endswith("/") else uri


def _key(finding: Finding) -> Key:
    return finding.rule, finding.span, finding.message


def _suppressions(reason: str | None) -> list[dict[str, str]]:
    """The comment that silences a finding, if there is one, with the reason that it gives."""
    if reason is None:
        return []
    return [{"kind": "inSource", "justification": reason} if reason else {"kind": "inSource"}]


def _text(message: str) -> str:
    """A message, escaped so that no code in it looks like a placeholder or a link."""
    if _PLACEHOLDER.search(message):
        message = message.replace("{", "{{").replace("}", "}}")
    return _LINK.sub(r"\\[", message)
