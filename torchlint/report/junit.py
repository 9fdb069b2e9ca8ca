"""Findings as test cases, for programs that show the results of tests: a file is a suite, and a finding a failure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from torchlint.diagnostics import INCOMPLETE
from torchlint.report.pages import Pages
from torchlint.report.style import RUNNER_COMMAND, printable

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from torchlint.finding import Finding
    from torchlint.report.style import Style
    from torchlint.result import Result
    from torchlint.rule import Rule

# XML 1.0 has no place for these, not even as escapes.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(results: Sequence[Result], catalog: Mapping[str, Rule], stream: TextIO, style: Style) -> None:
    """Write one document; where nothing is found it has a case that passes, since a report without any is an error.

    What a run refutes is a case that passes, and a suspicion that it leaves open is one that was skipped.
    """
    from xml.etree.ElementTree import Element, indent, tostring

    suites = [_suite(result, catalog) for result in results if result.findings]
    if not suites:
        suites.append(Element("testsuite", name="torchlint"))
        suites[0].append(Element("testcase", name="torchlint", classname="torchlint"))
    for suite in suites:
        _count(suite, suite)
    root = Element("testsuites", name="torchlint")
    root.extend(suites)
    _count(root, (case for suite in suites for case in suite))
    indent(root)
    text = RUNNER_COMMAND.sub("#&#35;", tostring(root, encoding="unicode"))
    stream.write(f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n')


def _suite(result: Result, catalog: Mapping[str, Rule]) -> Element:
    from xml.etree.ElementTree import Element

    path = _legal(result.checked.source.path)
    pages = Pages(result.checked.source)
    suite = Element("testsuite", name=path)
    for finding in result.findings:
        place = pages.at(finding.span.start).place(finding.span.start)
        case = Element("testcase", name=f"{finding.rule} at {place}", classname=path, file=path)
        outcome = _outcome(result, finding, result.rule_of(finding.rule, catalog).severity)
        if outcome is not None:
            where = f"{printable(result.checked.source.path)}:{place}"
            outcome.text = _legal(f"{where}: {finding.rule} {printable(result.full_message(finding))}")
            case.append(outcome)
        suite.append(case)
    return suite


def _outcome(result: Result, finding: Finding, severity: str) -> Element | None:
    from xml.etree.ElementTree import Element

    kind, message = result.kind_of(finding), _legal(result.full_message(finding))
    if kind == "pass":
        return None
    if kind == "open":
        return Element("skipped", message=message)
    return Element(
        "error" if finding.rule in INCOMPLETE and severity == "error" else "failure", message=message, type=severity
    )


def _count(element: Element, cases: Iterable[Element]) -> None:
    found = [outcome.tag for case in cases for outcome in (case[0] if len(case) else case,)]
    element.set("tests", str(len(found)))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(attribute, str(found.count(tag)))


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\N{REPLACEMENT CHARACTER}", text)
