"""Reports: frames and their marks, lines for editors, JSON for programs, and the last lines of a run."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from torchlint import addresses
from torchlint.baselines.fingerprint import Scopes, fingerprints
from torchlint.diagnostics import FAILURE
from torchlint.files.output_files import write_file
from torchlint.files.source import Cell, Lines, Source
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.report import COUNTED, writer
from torchlint.report.diff import diff
from torchlint.report.frame import frame
from torchlint.report.pages import Pages
from torchlint.report.progress import Progress
from torchlint.report.streams import never_fail
from torchlint.report.style import Style, printable, wants_color
from torchlint.report.summary import fixed, fixes_by_file, summary, tally
from torchlint.result import Checked, Result
from torchlint.rule import Rule, Severity

PLAIN, PAINTED = Style(), Style(color=True)


def rule(name: str, severity: Severity, group: str = "memory") -> Rule:
    return Rule(lambda file: iter(()), "What it finds.", group, severity, name=name)


CATALOG: Mapping[str, Rule] = {
    each.name: each for each in (rule("leak", "error"), rule("waste", "warning", "speed"), rule("taste", "info", "api"))
}
CODE = """\
def train(model, loader):
    total = 0
    for x, y in loader:
        loss = criterion(model(x), y)

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss
    return total
"""


def at(text: str, target: str) -> Span:
    return Span(text.index(target), text.index(target) + len(target))


def finding(target: str, name: str = "leak", text: str = CODE, **more: Any) -> Finding:
    return Finding("a.py", at(text, target), f"`{target}` is wrong; write it right", rule=name, **more)


def result(*findings: Finding, text: str = CODE, path: str = "a.py") -> Result:
    return Result(Checked(Source(path, text), findings), findings)


def written(name: str, *results: Result, style: Style = PLAIN, statistics: bool = False) -> str:
    stream = io.StringIO()
    writer(name, statistics="rule" if statistics else "")(results, CATALOG, stream, style)
    return stream.getvalue()


def drawn(text: str, start: int, end: int, *related: tuple[Span, str], style: Style = PLAIN) -> str:
    return "\n".join(frame(Finding("a.py", Span(start, end), "", related=related), Lines(text), "error", style)[1])


def framed(text: str, target: str, *related: tuple[str, str]) -> str:
    span = at(text, target)
    return drawn(text, span.start, span.end, *((at(text, words), label) for words, label in related))


DETACH = Fix("Detach before adding", (Edit(Span(at(CODE, "+= loss").end, at(CODE, "+= loss").end), ".detach()"),))


def test_the_full_format() -> None:
    related = ((at(CODE, "loss = "), "`loss` gets its graph here"),)
    assert (
        written("full", result(finding("total += loss", fix=DETACH, related=related)))
        == """\
error[leak] [*] `total += loss` is wrong; write it right
  --> a.py:9:9
   |
 4 |         loss = criterion(model(x), y)
   |         ------- `loss` gets its graph here
...
 7 |         loss.backward()
 8 |         optimizer.step()
 9 |         total += loss
   |         ^^^^^^^^^^^^^
10 |     return total
   |
   = help: Detach before adding
   = more: torchlint --explain leak (error, memory)

"""
    )


def test_the_full_format_tells_what_is_not_safe_and_not_sure() -> None:
    unsafe = Fix("Wrap it", (Edit(Span(0, 0), "x"),), safe=False)
    lines = written("full", result(finding("return total", "waste", fix=unsafe, sure=False))).splitlines()
    assert lines[0] == "warning[waste] (suspected) `return total` is wrong; write it right"
    assert lines[-4:-1] == [
        "   = help: Wrap it (unsafe fix, apply with `--fix --unsafe-fixes`)",
        "   = note: only suspected: the code alone can't prove it",
        "   = more: torchlint --explain waste (warning, speed)",
    ]


def test_the_same_finding_at_several_places_is_shown_once() -> None:
    text = "f(x)\n" * 12
    alike = [Finding("a.py", Span(5 * row, 5 * row + 1), "`f` is wrong", rule="leak") for row in range(12)]
    shown = written("full", result(*alike[:3], text=text))
    assert shown.count("`f` is wrong") == 1
    assert "--> a.py:1:1\n" in shown
    assert " = also: 2:1, 3:1\n" in shown
    assert "also: 2:1, 3:1, 4:1, 5:1, 6:1, 7:1, 8:1, 9:1 and 3 more\n" in written("full", result(*alike, text=text))
    assert len(json.loads(written("json", result(*alike, text=text)))) == 12


def test_the_same_finding_in_many_files_is_shown_once() -> None:
    copies = [result(finding("total += loss"), path=f"{name}.py") for name in "abcd"]
    shown = written("full", *copies)
    assert shown.count("-->") == 1
    assert "--> a.py:" in shown
    assert shown.count("b.py:") == shown.count("d.py:") == 1
    assert written("full", *copies[:3]).count("-->") == 3
    assert len(json.loads(written("json", *copies))) == 4


@pytest.mark.parametrize(
    "other",
    [
        {"sure": False},
        {"related": ((Span(0, 1), "made here"),)},
        {"rule": "waste"},
        {"message": "`g` is wrong"},
        {"fix": Fix("Do it", (), safe=True)},
    ],
)
def test_findings_that_differ_are_shown_each(other: dict[str, Any]) -> None:
    one = Finding("a.py", Span(0, 1), "`f` is wrong", rule="leak")
    shown = written("full", result(one, replace(one, span=Span(5, 6), **other), text="f(x)\nf(x)\n"))
    assert shown.count(" is wrong") == 2
    assert "also" not in shown


def test_one_thing_that_is_said_of_many_names_is_shown_once() -> None:
    text = "f(x)\n" * 5
    alike = [
        Finding(
            "a.py", Span(5 * row, 5 * row + 1), f"`f{row}` of `m` is wrong", rule="leak", related=((Span(3, 4), "x"),)
        )
        for row in range(5)
    ]
    shown = written("full", result(*alike, text=text))
    assert shown.count(" is wrong") == 1
    assert "= also: 2:1 (`f1`), 3:1 (`f2`), 4:1 (`f3`), 5:1 (`f4`)\n" in shown
    assert written("full", result(*alike[:3], text=text)).count(" is wrong") == 3


def test_what_to_write_is_shown_where_it_differs() -> None:
    said = ["use `b`", "use `c`", "use `f2.copy`", "use `b`"]
    alike = [
        Finding("a.py", Span(5 * row, 5 * row + 1), f"`f{row}` is wrong; {advice}", rule="leak")
        for row, advice in enumerate(said)
    ]
    assert "= also: 2:1 (`f1`: `c`), 3:1 (`f2`), 4:1 (`f3`)\n" in written("full", result(*alike, text="f(x)\n" * 4))


def test_text_is_wrapped_to_the_width_of_the_terminal() -> None:
    one = replace(finding("total += loss", fix=DETACH), message="`total` keeps " + "a very long graph " * 6)
    stream = io.StringIO()
    writer("full")([result(one)], CATALOG, stream, Style(color=True, width=60))
    lines = [re.sub("\x1b[^m]*m", "", line) for line in stream.getvalue().splitlines()]
    assert lines[0].startswith("error[leak] [*] `total` keeps a very long graph")
    assert re.match("  [a-z]", lines[1])
    assert max(map(len, lines)) <= 60
    stream = io.StringIO()
    writer("full")([result(one)], CATALOG, stream, PLAIN)
    assert stream.getvalue().splitlines()[0].count("a very long graph") == 6


def test_a_row_ends_at_the_edge_of_the_terminal() -> None:
    text = "    scores = " + "model(inputs) + " * 5 + "wrong(x)\n"
    start = text.index("wrong")
    one = Finding("a.py", Span(start, start + 8), "it is wrong", rule="leak")
    stream = io.StringIO()
    writer("full")([result(one, text=text)], CATALOG, stream, Style(width=60))
    lines = stream.getvalue().splitlines()
    row, marks = next((row, below) for row, below in pairwise(lines) if "wrong(x)" in row)
    assert row.startswith("1 | …")
    assert row.index("wrong(x)") == marks.index("^^^^^^^^")
    assert max(map(len, lines)) <= 60


def test_a_word_that_does_not_fit_beside_its_label_begins_a_line() -> None:
    assert Style(width=40).wrapped("warning[a-long-rule]", "`torch.load(path=x,y=1)` fails", "  ", "painted") == [
        "painted",
        "  `torch.load(path=x,y=1)` fails",
    ]


def test_the_last_line_tells_what_does_not_fail() -> None:
    def found(fail_on: str) -> str:
        numbers = tally(FINDINGS, CATALOG)
        return next(summary(numbers, PLAIN, fixes=False, unsafe=False, fail_on=fail_on))

    assert found("info") == found("") == "Found 2 errors, 2 warnings and 1 info."
    assert found("warning").endswith("1 info (info does not fail a run without `--fail-on info`).")
    assert found("error").endswith("(warnings and info do not fail a run without `--fail-on info`).")
    assert found("never").endswith("(errors, warnings and info do not fail a run without `--fail-on info`).")


def test_a_severity_that_is_configured_holds_in_every_format() -> None:
    told = replace(result(finding("total += loss")), severities={"leak": "info"})
    assert written("full", told).startswith("info[leak] ")
    assert "9:9: info[leak] " in written("concise", told)
    assert json.loads(written("json", told))[0]["severity"] == "info"
    assert written("github", told).startswith("::notice ")
    assert json.loads(written("gitlab", told))[0]["severity"] == "info"
    assert json.loads(written("rdjson", told))["diagnostics"][0]["severity"] == "INFO"
    assert json.loads(written("sarif", told))["runs"][0]["results"][0]["level"] == "note"
    assert 'type="info"' in written("junit", told)
    assert written("full", told, statistics=True) == "1\t[ ]\tinfo[leak] in 1 file\n"
    assert tally([told], CATALOG).shown == {"info": 1}


def test_colours_change_nothing_else() -> None:
    findings = result(finding("total += loss", fix=DETACH, related=((at(CODE, "loss = "), "here"),)))
    for name in ("full", "concise"):
        painted = written(name, findings, style=PAINTED)
        assert "\033[1;91m" in painted
        plain = painted
        for code in {part.split("m")[0] for part in painted.split("\033[")[1:]}:
            plain = plain.replace(f"\033[{code}m", "")
        assert plain == written(name, findings)


def test_the_concise_format() -> None:
    suspected = finding("loss.backward()", "taste", sure=False)
    assert written("concise", result(suspected, finding("total += loss", fix=DETACH))) == (
        "a.py:7:9: info[taste] (suspected) `loss.backward()` is wrong; write it right\n"
        "a.py:9:9: error[leak] [*] `total += loss` is wrong; write it right\n"
    )


@pytest.mark.parametrize("name", COUNTED)
def test_nothing_found(name: str) -> None:
    expected = "[]\n" if name == "json" else ""
    assert written(name) == expected
    assert written(name, statistics=True) == expected


def test_spans_over_several_rows() -> None:
    assert (
        framed(CODE, "total = 0\n    for x")
        == """\
  |
1 |   def train(model, loader):
2 | /     total = 0
3 | |     for x, y in loader:
  | |_________^
4 |           loss = criterion(model(x), y)
  |"""
    )
    assert (
        framed(CODE, "model(x), y)\n\n        optimizer", ("zero_grad", "inside"))
        == """\
  |
2 |       total = 0
3 |       for x, y in loader:
4 |           loss = criterion(model(x), y)
  |  __________________________^
5 | |
6 | |         optimizer.zero_grad()
  | |                   --------- inside
  | |_________________^
7 |           loss.backward()
8 |           optimizer.step()
  |"""
    )


def test_long_spans_lose_their_middle() -> None:
    assert (
        framed(CODE, CODE)
        == """\
   |
 1 | / def train(model, loader):
 2 | |     total = 0
 3 | |     for x, y in loader:
...  |
 9 | |         total += loss
10 | |     return total
   | |________________^
   |"""
    )


def test_marks_beside_and_below_one_another() -> None:
    text = "\n\nresult = first + second + third\n\n"
    assert framed(text, "second") == "  |\n3 | result = first + second + third\n  |                  ^^^^^^\n  |"
    assert (
        framed(text, "second", ("third", "right"), ("result", "left"), ("first", "mid"))
        == """\
  |
3 | result = first + second + third
  | ------ left
  |          ----- mid
  |                  ^^^^^^   ----- right
  |"""
    )
    assert framed(text, "first + second", ("second", "part")).splitlines()[2:4] == [
        "  |          ^^^^^^^^^^^^^^",
        "  |                  ------ part",
    ]


def test_tabs_wide_characters_and_characters_without_a_shape() -> None:
    assert framed("if x:\n\ty = 日本(語)\t+ e\u0301 + bad\n", "bad") == (
        "  |\n1 | if x:\n2 |     y = 日本(語)    + e\u0301 + bad\n  |                           ^^^\n  |"
    )
    assert framed("a\x1b[31m = '\u202e\x0c' + bad\n", "bad").splitlines()[1:3] == [
        "1 | a␛[31m = '\N{REPLACEMENT CHARACTER}␌' + bad",
        f"  | {' ' * 16}^^^",
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_rows_end_as_python_ends_them(newline: str) -> None:
    text = f"a = 1{newline}b\x0b\u2028 = 2{newline}c = bad{newline}"
    assert framed(text, "bad").splitlines()[-2:] == ["3 | c = bad", "  |     ^^^", "  |"][-2:]
    assert framed(text, "bad").count("\n") == 5


def test_long_rows_are_cut_around_the_mark() -> None:
    text = f"{'x' * 500} = bad + {'y' * 500}\nshort\n"
    rows = framed(text, "bad", ("yyyy", "far"), ("xxx", "cut off"), ("short", "elsewhere")).splitlines()
    assert rows[1] == f"1 | …{'x' * 27} = bad + {'y' * 84}…"
    assert rows[2:4] == ["  |  - cut off", f"  | {' ' * 31}^^^   ---- far"]
    assert max(map(len, rows)) < 130
    assert framed(f"bad = {'y' * 500}\n", "bad").splitlines()[1] == f"1 | bad = {'y' * 114}…"
    everything = framed("y" * 500, "y" * 500).splitlines()
    assert everything[1:3] == [f"1 | {'y' * 120}…", f"  | {'^' * 121}"]


@pytest.mark.parametrize(("text", "start", "end"), [("", 0, 0), ("a\n", 1, 1), ("a\n", 1, 2), ("a", 1, 1)])
def test_places_without_a_character(text: str, start: int, end: int) -> None:
    assert drawn(text, start, end).splitlines()[-2] == f"  | {' ' * start}^"


def test_the_end_of_the_text_has_a_row() -> None:
    assert drawn("a\n", 2, 2) == "  |\n1 | a\n2 |\n  | ^\n  |"


def test_json_has_what_ruff_has_and_more() -> None:
    related = ((at(CODE, "loss = "), "here"),)
    (record,) = json.loads(written("json", result(finding("total += loss", fix=DETACH, related=related))))
    assert record.pop("fingerprint").isalnum()
    assert record == {
        "cell": None,
        "code": "leak",
        "name": "leak",
        "message": "`total += loss` is wrong; write it right",
        "severity": "error",
        "category": "memory",
        "suspected": False,
        "filename": os.path.abspath("a.py"),
        "location": {"row": 9, "column": 9},
        "end_location": {"row": 9, "column": 22},
        "noqa_row": 9,
        "url": None,
        "fix": {
            "applicability": "safe",
            "message": "Detach before adding",
            "edits": [
                {
                    "content": ".detach()",
                    "location": {"row": 9, "column": 22},
                    "end_location": {"row": 9, "column": 22},
                }
            ],
            "diff": "@@ -9 +9 @@\n-        total += loss\n+        total += loss.detach()\n",
        },
        "related": [
            {
                "message": "here",
                "cell": None,
                "location": {"row": 4, "column": 9},
                "end_location": {"row": 4, "column": 16},
            }
        ],
        "evidence": None,
    }


def test_json_counts_code_points_and_is_ascii() -> None:
    text = "日本 = '\U0001f600' + bad\r\n"
    output = written("json", result(finding("bad", "waste", text, sure=False), text=text, path="日\udcff.py"))
    assert output.isascii()
    (record,) = json.loads(output)
    assert (record["location"], record["end_location"]) == ({"row": 1, "column": 12}, {"row": 1, "column": 15})
    assert (record["suspected"], record["fix"]) == (True, None)
    assert record["filename"] == os.path.abspath("日\ufffd.py")  # strict parsers refuse half a surrogate pair


def test_json_names_standard_input_as_it_is() -> None:
    assert json.loads(written("json", result(finding("loss"), path="-")))[0]["filename"] == "-"


def test_json_lines_are_the_same_records() -> None:
    findings = result(finding("loss.backward()", "taste"), finding("total += loss")), result(finding("x, y"), path="b")
    records = json.loads(written("json", *findings))
    assert [json.loads(line) for line in written("json-lines", *findings).splitlines()] == records
    assert len(records) == 3


FINDINGS = (
    result(finding("total += loss", fix=DETACH), finding("loss.backward()", "waste"), finding("x, y", "waste")),
    result(finding("total = 0", fix=Fix("x", (), safe=False)), finding("x, y", "taste", fix=DETACH), path="b.py"),
)


def test_statistics() -> None:
    assert written("full", *FINDINGS, statistics=True) == (
        "2\t[-]\terror[leak] in 2 files\n2\t[ ]\twarning[waste] in 1 file\n1\t[*]\tinfo[taste] in 1 file\n"
    )
    records = json.loads(written("json", *FINDINGS, statistics=True))
    assert records[0] == {
        "code": "leak",
        "name": "leak",
        "count": 2,
        "files": 2,
        "fixable": False,
        "fixable_count": 1,
        "severity": "error",
        "category": "memory",
    }
    lines = written("json-lines", *FINDINGS, statistics=True).splitlines()
    assert [json.loads(line) for line in lines] == records


def lines_of(*results: Result, suspected: int = 0, fixes: bool = False, unsafe: bool = False) -> list[str]:
    return list(summary(tally(results, CATALOG, suspected), PLAIN, fixes=fixes, unsafe=unsafe))


def test_the_last_lines() -> None:
    assert lines_of() == ["All checks passed!"]
    assert lines_of(*FINDINGS) == [
        "Found 2 errors, 2 warnings and 1 info.",
        "[*] 2 fixable with the `--fix` option (1 hidden fix can be enabled with `--unsafe-fixes`).",
    ]
    assert lines_of(*FINDINGS, unsafe=True)[1] == "[*] 3 fixable with the `--fix` option."
    assert lines_of(result(finding("loss"), finding("x, y"), finding("total"))) == ["Found 3 errors."]
    unsafe = result(*(finding(word, fix=Fix("x", (), safe=False)) for word in ("loss", "total")))
    hidden = "2 hidden fixes can be enabled with the `--unsafe-fixes` option"
    assert lines_of(unsafe) == ["Found 2 errors.", f"No safe fixes available ({hidden})."]
    assert lines_of(unsafe, fixes=True)[1] == f"No more safe fixes available ({hidden})."
    assert lines_of(suspected=1) == ["All checks passed!", "1 suspected finding is hidden; `--suspected` shows it."]
    assert lines_of(suspected=2)[1] == "2 suspected findings are hidden; `--suspected` shows them."


def test_a_failure_of_torchlint_is_no_error_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "REPOSITORY", None)
    crash = result(finding("total", FAILURE))
    said = f"`torchlint explain {FAILURE}` says how to report it"
    assert lines_of(crash) == [f"torchlint failed once, so not everything was checked; {said}"]
    assert lines_of(crash, crash, result(finding("loss"))) == [
        "Found 1 error.",
        f"torchlint failed 2 times, so not everything was checked; {said}",
    ]
    monkeypatch.setattr(addresses, "REPOSITORY", "https://git.example/torchlint")
    assert lines_of(crash)[0].endswith("; please report it: https://git.example/torchlint/issues")


def test_the_last_lines_after_fixing() -> None:
    checked = Checked(Source("a.py", CODE), ())
    done = Result(checked, (finding("x, y", "taste"),), applied=(("waste", 2), ("leak", 1)))
    assert lines_of(done, fixes=True) == ["Found 1 error, 2 warnings and 1 info (3 fixed, 1 remaining)."]
    assert list(fixes_by_file([done, result()])) == ["Fixed 3 errors:", "- a.py:", "    1 x leak", "    2 x waste"]
    numbers = tally([done], CATALOG)
    assert fixed(numbers, would=False, unsafe=False) == "Fixed 1 error and 2 warnings."
    assert fixed(numbers, would=True, unsafe=False) == "Would fix 1 error and 2 warnings."
    left = tally([FINDINGS[1]], CATALOG)
    hint = "(1 additional fix available with `--unsafe-fixes`)"
    assert fixed(left, would=False, unsafe=False) == f"No errors fixed {hint}."
    assert fixed(left, would=True, unsafe=False) == f"No errors would be fixed {hint}."
    assert fixed(left, would=True, unsafe=True) == "No errors would be fixed."


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a\nb\n", "a\nc\n", ["--- p.py", "+++ p.py", "@@ -1,2 +1,2 @@", " a", "-b", "+c"]),
        ("a", "b\n", ["--- p.py", "+++ p.py", "@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+b"]),
        ("\r\nb\x0c\u2028\r\n", "b\x0c\u2028\r\n", ["--- p.py", "+++ p.py", "@@ -1,2 +1 @@", "-\r", " b\x0c\u2028\r"]),
        ("a\n", "a\n", []),
    ],
)
def test_a_diff_is_a_patch(old: str, new: str, expected: list[str]) -> None:
    assert list(diff(Source("p.py", old), Source("p.py", new), PLAIN)) == expected


def test_a_diff_is_coloured() -> None:
    assert list(diff(Source("a b.py", "x\n"), Source("a b.py", "y\n"), PAINTED)) == [
        "\033[1m--- a b.py\t\033[0m",
        "\033[1m+++ a b.py\t\033[0m",
        "\033[36m@@ -1 +1 @@\033[0m",
        "\033[31m-x\033[0m",
        "\033[32m+y\033[0m",
    ]


@pytest.mark.parametrize(
    ("environment", "terminal", "expected"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"TERM": "dumb"}, True, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": ""}, False, False),
        ({"CLICOLOR_FORCE": "1"}, False, True),
        ({"CLICOLOR_FORCE": "0"}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    ],
)
def test_when_to_use_colour(environment: dict[str, str], terminal: bool, expected: bool) -> None:
    assert wants_color("auto", terminal=terminal, environment=environment) is expected
    assert wants_color("always", terminal=terminal, environment=environment)
    assert not wants_color("never", terminal=terminal, environment=environment)


def test_names_do_not_steer_the_terminal() -> None:
    assert printable("a\x1b[2J\nb\t\u202e日\udcff") == "a\\x1b[2J b \\u202e日\udcff"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "cp1252"])
def test_a_stream_spells_out_what_it_lacks(encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    never_fail(stream)
    stream.write("日\udcff\ud800.py")
    stream.flush()
    first = "日".encode() if encoding == "utf-8" else b"\\u65e5"
    assert raw.getvalue() == first + b"\xff\\ud800.py"


def test_reports_are_there_in_full_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "new" / "report.json"
    write_file(str(target), "one\n")
    (tmp_path / "link").symlink_to(target)
    write_file(str(tmp_path / "link"), "two\n\udcff")
    assert (target.read_bytes(), (tmp_path / "link").is_symlink()) == (b"two\n\xff", True)
    with pytest.raises(IsADirectoryError):
        write_file(str(tmp_path / "new"), "three")
    with pytest.raises(UnicodeEncodeError):
        write_file(str(target), "\ud800")
    write_file(os.devnull, "gone")
    assert os.path.exists(os.devnull)
    assert not os.path.isfile(os.devnull)
    assert sorted(os.listdir(target.parent)) == ["report.json"]


class Terminal(io.StringIO):
    """A stream that says that someone is watching."""

    def isatty(self) -> bool:
        return True


def test_progress_is_told_to_the_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.5, 1.5, 1.55, 1.7])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    monkeypatch.delenv("CI", raising=False)
    terminal, file = Terminal(), io.StringIO()
    assert list(Progress(4, terminal, wanted=True).over("abcd")) == list("abcd")
    assert terminal.getvalue() == "\r\033[K2 of 4 files checked\r\033[K4 of 4 files checked\r\033[K"
    assert list(Progress(4, file, wanted=True).over("abcd")) == list("abcd")
    assert list(Progress(4, terminal, wanted=False).over("abcd")) == list("abcd")
    assert file.getvalue() == ""
    monkeypatch.setenv("CI", "true")
    assert list(Progress(4, terminal := Terminal(), wanted=True).over("abcd")) == list("abcd")
    assert terminal.getvalue() == ""


def prints(text: str, *targets: str) -> list[str]:
    findings = [finding(target, text=text) for target in targets]
    return list(fingerprints(text, findings).values())


def test_a_fingerprint_survives_moves_and_reformatting() -> None:
    before = prints(CODE, "total += loss")
    assert before == prints(f"import torch\n\n{CODE}", "total += loss")
    assert before == prints(CODE.replace("total += loss", "total  +=\\\n loss"), "total  +=\\\n loss")
    assert prints("f(a, b)", "f(a, b)") == prints("f(\n    a,\n    b,\n)", "f(\n    a,\n    b,\n)")
    assert before != prints(CODE.replace("train", "other"), "total += loss")
    assert before != prints(CODE.replace("total += loss", "total += 1 * loss"), "total += 1 * loss")
    inside = "class A:\n" + "".join(f"    {line}\n" for line in CODE.splitlines())
    assert before != prints(inside, "total += loss")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f('a', b)", 'f("a", b)'),
        ("return a, b", "return (\n    a,\n    b,\n)"),
        ("f(a, b)", "f(\n    a,  # the first, and 'why'\n    b,\n)"),
        ("f('#1', b, a)", 'f(\n    "#1",\n    b,\n    a,\n)'),
        ("x = a + b", "x = (\n    a\n    # why\n    + b\n)"),
    ],
)
def test_a_fingerprint_is_of_what_a_formatter_keeps(one: str, other: str) -> None:
    assert prints(one, one) == prints(other, other)
    assert prints(one, one) != prints(one.replace("a", "c"), one.replace("a", "c"))


def test_the_scope_of_a_fingerprint() -> None:
    """That of the statement, whichever of its rows a finding is in, and whatever has ended above it."""
    text = "class A:\n    def f(self):\n        def g():\n            1\n        x = [\n            bad,\n        ]\n"
    scopes = Scopes(text)
    assert scopes.at(text.index("bad")) == "A.f"
    assert scopes.at(text.index("1")) == "A.f.g"
    assert scopes.at(text.index("g()")) == "A.f"
    assert scopes.at(0) == ""
    text = "def f():\n    1\nif x:\n    bad\n# why\n    '''\ndef h():\n    '''\n    worse"
    scopes = Scopes(text)
    assert [scopes.at(text.index(word)) for word in ("1", "bad", "worse")] == ["f", "", ""]


def test_equal_lines_have_fingerprints_of_their_own() -> None:
    text = "def f():\n    bad\n    bad\n\ndef g():\n    bad\n"
    starts = [index for index in range(len(text)) if text.startswith("bad", index)]
    findings = [Finding("a.py", Span(start, start + 3), "x", rule="leak") for start in starts]
    names = list(fingerprints(text, reversed(findings)).values())
    assert len(set(names)) == 3
    first_only = text.replace("    bad\n    bad\n", "    bad\n", 1)
    kept = list(fingerprints(first_only, [findings[0]]).values())
    assert kept == names[:1]


def test_fingerprints_need_no_parser() -> None:
    text = 'class A:\n    """\n  class of things\n    """\n    async def f(\n        x,\n    ):\n        bad = (\n'
    inside = "class A:\n    async def f(x):\n        bad\n"
    assert prints(text, "bad") == prints(inside, "bad")
    assert prints("bad\udcff", "bad\udcff") != prints("bad", "bad")


# Notebooks

CELLS = ("criterion = nn.MSELoss()\n", "total = 0\n\nfor x in xs:\n    total += criterion(x)", "")


def in_cells(*marks: tuple[str, str], **more: Any) -> Result:
    """A finding at the first of some words in a notebook whose second, fourth and fifth cells are code."""
    text = "".join(f"     \n{code}\n" for code in CELLS)
    starts = [6 + sum(len(code) + 7 for code in CELLS[:index]) for index in range(len(CELLS))]
    numbered = zip((2, 4, 5), starts, CELLS, strict=True)
    cells = tuple(Cell(number, start, start + len(code)) for number, start, code in numbered)
    (first, _), *others = marks
    related = tuple((at(text, words), label) for words, label in others)
    found = Finding("a.ipynb", at(text, first), "it grows; stop it", rule="leak", related=related, **more)
    return Result(Checked(Source("a.ipynb", text, cells=cells), (found,)), (found,))


def test_a_cell_is_drawn_alone_and_other_cells_are_named() -> None:
    marks = (("total += criterion(x)", ""), ("total = 0", "begins here"), ("nn.MSELoss()", "the loss"))
    assert (
        written("full", in_cells(*marks))
        == """\
error[leak] it grows; stop it
 --> a.ipynb:cell 4:4:5 (the cell begins with `total = 0`)
  |
1 | total = 0
  | --------- begins here
2 |
3 | for x in xs:
4 |     total += criterion(x)
  |     ^^^^^^^^^^^^^^^^^^^^^
  |
  = note: the loss: cell 2:1:13
  = more: torchlint --explain leak (error, memory)

"""
    )
    assert written("concise", in_cells(*marks)) == "a.ipynb:cell 4:4:5: error[leak] it grows; stop it\n"


def test_a_cell_that_begins_with_a_magic_is_quoted_by_what_follows() -> None:
    text = "##torchlint\n%matplotlib inline\ntotal = 0\ntotal += loss\n"
    found = Finding("a.ipynb", at(text, "total += loss"), "it grows", rule="leak")
    cells = (Cell(2, 0, len(text)),)
    shown = written("full", Result(Checked(Source("a.ipynb", text, cells=cells), (found,)), (found,)))
    assert " --> a.ipynb:cell 2:4:1 (the cell begins with `total = 0`)\n" in shown


def test_places_in_cells() -> None:
    (record,) = json.loads(written("json", in_cells(("total += criterion(x)", ""), ("nn.MSELoss()\n", "the loss"))))
    assert (record["cell"], record["location"], record["end_location"]) == (
        4, {"row": 4, "column": 5}, {"row": 4, "column": 26}
    )  # fmt: skip
    assert record["related"] == [
        {
            "message": "the loss",
            "cell": 2,
            "location": {"row": 1, "column": 13},
            "end_location": {"row": 2, "column": 1},
        }
    ]


@pytest.mark.parametrize(
    ("offset", "place"),
    [
        (0, "cell 2:1:1"),
        (6, "cell 2:1:1"),
        (33, "cell 2:2:1"),
        (37, "cell 2:2:1"),
        (38, "cell 4:1:1"),
        (999, "cell 5:1:1"),
    ],
)
def test_a_place_between_two_cells_is_at_the_edge_of_one(offset: int, place: str) -> None:
    assert Pages(in_cells(("total += criterion(x)", "")).checked.source).at(offset).place(offset) == place
