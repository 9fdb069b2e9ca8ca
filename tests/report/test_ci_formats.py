"""What build servers are given: each format is read as its consumer reads it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.notebook_texts import notebook
from torchlint import addresses
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.files.source import Source
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.reading import read_source
from torchlint.report import MACHINE, writer
from torchlint.report.style import Style
from torchlint.result import Checked, Result
from torchlint.rule import Rule
from torchlint.verdict import Judgement, Outcome, Verdict

CODE = "import torch\ntotal = 0\nfor loss in losses:\n    name = 'ä\U0001f600'; total += loss\n"
RULES = (
    Rule(None, "Memory is kept.", "memory", "error", name="leak"),
    Rule(None, "Time is lost.", "speed", "warning", name="waste"),
    Rule(None, "It could be nicer.", "api", "info", name="taste"),
)
CATALOG: Mapping[str, Rule] = {**{rule.name: rule for rule in RULES}, **DIAGNOSTICS}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a repository to be in."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    return tmp_path


def at(target: str, text: str = CODE) -> Span:
    return Span(text.index(target), text.index(target) + len(target))


def finding(target: str = "total += loss", rule: str = "leak", text: str = CODE, **more: Any) -> Finding:
    return Finding("a.py", at(target, text), f"`{target}` is wrong", rule=rule, **more)


def result(*findings: Finding, source: Source | None = None, **verdicts: Outcome) -> Result:
    judged = {one: Judgement(Verdict(verdicts[one.rule], "as measured")) for one in findings if one.rule in verdicts}
    return Result(Checked(source or Source("a.py", CODE), findings), findings, verdicts=judged)


def written(name: str, *results: Result) -> str:
    stream = io.StringIO()
    writer(name)(results, CATALOG, stream, Style())
    return stream.getvalue()


SETTLED = result(
    finding(),
    finding("losses", "waste"),
    finding("total = 0", "taste", sure=False),
    leak="confirmed",
    waste="refuted",
    taste="undecided",
)


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands that a GitHub runner sees: name, properties and data."""
    found = []
    for line in text.splitlines():
        match = re.fullmatch(r"::([a-z-]+)(?: ([^\n]*?))?::(.*)", line)
        assert match is not None, line
        pairs = (pair.split("=", 1) for pair in (match[2] or "").split(",") if pair)
        properties = {name: unescaped(value, {"%3A": ":", "%2C": ","}) for name, value in pairs}
        found.append((match[1], properties, unescaped(match[3])))
    return found


def unescaped(text: str, more: Mapping[str, str] | None = None) -> str:
    for code, char in {"%0D": "\r", "%0A": "\n", **(more or {}), "%25": "%"}.items():
        text = text.replace(code, char)
    return text


def test_github_commands() -> None:
    fix = Fix("Detach", (Edit(Span(0, 0), "x"),))
    told = commands(
        written("github", result(finding(fix=fix), finding("losses", "waste"), finding("total = 0", "taste")))
    )
    assert [name for name, _, _ in told] == ["error", "warning", "notice"]
    assert told[0] == (
        "error",
        {"title": "torchlint (leak)", "file": "src/a.py", "line": "4", "endLine": "4", "col": "18", "endColumn": "31"},
        "src/a.py:4:18: leak `total += loss` is wrong\n  help: Detach",
    )


def test_github_commands_are_escaped() -> None:
    odd = Finding("a.py", Span(0, 1), "100 % of `a::b,c`\r\n::warning::no\x1b[2J", rule="leak")
    ((name, properties, data),) = commands(written("github", result(odd, source=Source("a,b:: 5%.py", CODE))))
    assert name == "error"
    assert properties["file"] == "src/a,b:: 5%.py"
    assert data == "src/a,b:: 5%.py:1:1: leak 100 % of `a::b,c`  ::warning::no\\x1b[2J"


def test_github_has_no_columns_over_several_rows() -> None:
    told = commands(written("github", result(finding("torch\ntotal"))))
    assert [(each["line"], each["endLine"], each.get("col"), each.get("endColumn")) for _, each, _ in told] == [
        ("1", "2", None, None)
    ]
    ((_, properties, _),) = commands(written("github", result(finding(), source=Source("-", CODE))))
    assert "file" not in properties


def test_a_gitlab_report() -> None:
    two = result(finding(), finding("losses", "waste")), result(finding("total = 0", "taste"), source=Source("b", CODE))
    records = json.loads(written("gitlab", *two))
    assert records[0] == {
        "description": "leak: `total += loss` is wrong",
        "check_name": "leak",
        "fingerprint": records[0]["fingerprint"],
        "severity": "major",
        "location": {
            "path": "src/a.py",
            "positions": {"begin": {"line": 4, "column": 18}, "end": {"line": 4, "column": 31}},
        },
    }
    assert [record["severity"] for record in records] == ["major", "minor", "info"]


def test_gitlab_fingerprints_are_one_findings_alone_and_stay() -> None:
    both = result(finding(), finding("losses", "waste")), result(finding(), source=Source("b.py", CODE))
    records = json.loads(written("gitlab", *both))
    assert len({record["fingerprint"] for record in records}) == 3
    moved = f"# above\n{CODE}"
    (again,) = json.loads(written("gitlab", result(finding(text=moved), source=Source("a.py", moved))))
    assert again["fingerprint"] == records[0]["fingerprint"]


def bytes_at(text: str, range_: Mapping[str, Mapping[str, int]]) -> str:
    """What reviewdog finds in a range: rows, and columns in bytes."""
    rows = text.encode().splitlines(keepends=True)
    start, end = (
        sum(map(len, rows[: range_[side]["line"] - 1])) + range_[side]["column"] - 1 for side in ("start", "end")
    )
    return text.encode()[start:end].decode()


def test_reviewdogs_columns_are_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "SITE", "https://docs.example/")
    fix = Fix("Detach", (Edit(Span(at("+= loss").end, at("+= loss").end), ".detach()"),))
    one = finding(fix=fix, related=((at("losses"), "from here"),))
    document = json.loads(written("rdjson", result(one)))
    assert document["source"] == {"name": "torchlint", "url": "https://docs.example/"}
    (record,) = document["diagnostics"]
    assert (record["severity"], record["code"], record["message"]) == (
        "ERROR",
        {"value": "leak"},
        "`total += loss` is wrong",
    )
    assert record["location"]["path"] == "a.py"
    assert record["location"]["range"]["start"] == {"line": 4, "column": 22}
    assert bytes_at(CODE, record["location"]["range"]) == "total += loss"
    (related,) = record["related_locations"]
    assert (related["message"], bytes_at(CODE, related["location"]["range"])) == ("from here", "losses")
    (suggestion,) = record["suggestions"]
    assert suggestion["text"] == ".detach()"
    assert bytes_at(CODE, suggestion["range"]) == ""
    assert suggestion["range"]["start"] == record["location"]["range"]["end"]


def test_reviewdog_suggests_what_can_be_accepted_at_once() -> None:
    one_row = Fix("x", (Edit(at("total +"), "sum +"), Edit(at("loss\n"), "loss.item()\n")))
    (record,) = json.loads(written("rdjson", result(finding(fix=one_row))))["diagnostics"]
    assert "suggestions" not in record  # the second edit goes into the next row
    one_row = Fix("x", (Edit(Span(at("+= loss").end, at("+= loss").end), ".item()"), Edit(at("total +"), "sum +")))
    (record,) = json.loads(written("rdjson", result(finding(fix=one_row))))["diagnostics"]
    (suggestion,) = record["suggestions"]
    assert (bytes_at(CODE, suggestion["range"]), suggestion["text"]) == ("total += loss", "sum += loss.item()")
    two_rows = Fix("x", (Edit(at("total = 0"), "sum = 0"), Edit(at("total +"), "sum +")))
    (record,) = json.loads(written("rdjson", result(finding(fix=two_rows))))["diagnostics"]
    assert "suggestions" not in record


def test_a_junit_report() -> None:
    unread = Finding("b.py", Span(0, 0), "no Python", rule="syntax-error")
    text = written("junit", SETTLED, result(unread, source=Source("b.py", "(")))
    root = ElementTree.fromstring(text.encode())
    assert root.tag == "testsuites"
    counts = [(each.get("tests"), each.get("failures"), each.get("errors"), each.get("skipped"))
              for each in (root, *root)]  # fmt: skip
    assert counts == [("4", "1", "1", "1"), ("3", "1", "0", "1"), ("1", "0", "1", "0")]
    cases = [(case.get("classname"), case.get("name"), [each.tag for each in case]) for case in root.iter("testcase")]
    assert cases == [
        ("a.py", "leak at 4:18", ["failure"]),
        ("a.py", "waste at 3:13", []),
        ("a.py", "taste at 2:1", ["skipped"]),
        ("b.py", "syntax-error at 1:1", ["error"]),
    ]
    (failure,) = root.iter("failure")
    assert failure.attrib == {"message": "`total += loss` is wrong. Confirmed: as measured", "type": "error"}
    assert failure.text == "a.py:4:18: leak `total += loss` is wrong. Confirmed: as measured"


def test_a_junit_report_is_never_empty_and_always_xml() -> None:
    root = ElementTree.fromstring(written("junit").encode())
    assert (root.get("tests"), root.get("failures")) == ("1", "0")
    odd = Finding("a.py", Span(0, 1), '`\x1b<&>"\ufffe\x00`\udcff', rule="leak")
    root = ElementTree.fromstring(written("junit", result(odd, source=Source("\udcff<.py", CODE))).encode())
    (failure,) = root.iter("failure")
    assert failure.get("message") == '`\ufffd<&>"\ufffd\ufffd`\ufffd'


@pytest.mark.parametrize("name", ["github", "gitlab", "rdjson"])
def test_what_a_run_does_not_hold_against_the_code_is_no_alert(name: str) -> None:
    text = written(name, SETTLED)
    assert "Confirmed: as measured" in text
    assert text.count("as measured") == 1
    suspected = written(name, result(finding("total = 0", "taste", sure=False)))
    assert "`total = 0` is wrong" in suspected


@pytest.mark.parametrize("name", ["github", "gitlab", "rdjson"])
def test_places_in_notebooks_are_rows_of_the_file(name: str) -> None:
    data = notebook("import torch", "x = 1\nbad")
    source = read_source("n.ipynb", data)
    row = 1 + data.decode()[: data.decode().index("bad")].count("\n")
    text = written(name, result(finding("bad", text=source.text), source=source))
    rows = {
        "github": r"line=(\d+)",
        "gitlab": r'"line": (\d+)',
        "rdjson": r'"line": (\d+)',
    }
    found = re.search(rows[name], text)
    assert found is not None
    assert int(found[1]) == row > 2


def test_suggestions_in_notebooks_are_written_as_json() -> None:
    source = read_source("n.ipynb", notebook("import torch", 'x = "é" + bad'))
    start = source.text.index("bad")
    edits = (Edit(Span(start, start), '"('), Edit(Span(start + 3, start + 3), ')\\"'))
    shown = finding("bad", text=source.text, fix=Fix("Quote", edits))
    (record,) = json.loads(written("rdjson", result(shown, source=source)))["diagnostics"]
    (suggestion,) = record["suggestions"]
    assert suggestion["text"] == '\\"(bad)\\\\\\"'
    assert suggestion["range"] == record["location"]["range"]


@pytest.mark.parametrize("name", MACHINE)
def test_machines_get_a_document_where_nothing_is_found(name: str) -> None:
    text = written(name)
    if name in ("json-lines", "github"):
        assert text == ""
    elif name == "junit":
        ElementTree.fromstring(text.encode())
    else:
        json.loads(text)
