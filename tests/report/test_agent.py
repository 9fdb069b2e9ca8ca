"""`--output-format agent`: a line for each finding, and the diff of its fix, which holds what the fix does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.command import run
from tests.notebook_texts import notebook
from tests.rule_folders import FOLDERS, name_of
from torchlint.files.source import Source
from torchlint.files.splice import Splice, prepared
from torchlint.finding import Edit, Fix, Span
from torchlint.lint import check
from torchlint.pack import builtin_rules
from torchlint.reading import read_source
from torchlint.report.fix_diff import fix_diff
from torchlint.report.pages import Pages

HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
SUMS = """\
import torch


def train(model, loader, optimizer):
    total = best = 0.0
    for inputs, labels in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(inputs), labels)
        loss.backward()
        optimizer.step()
        total += loss
    return total
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def patched(text: str, diff: list[str]) -> list[str]:
    """The lines of a text with a diff applied; each line that it removes has to be there."""
    lines, grown = text.splitlines(), 0
    for number, line in enumerate(diff):
        hunk = HUNK.fullmatch(line)
        if hunk is None:
            continue
        old, new = (int(count) if count else 1 for count in (hunk[2], hunk[4]))
        body = diff[number + 1 : number + 1 + old + new]
        removed, added = [row[1:] for row in body[:old]], [row[1:] for row in body[old:]]
        first = int(hunk[1]) - (1 if old else 0) + grown
        assert int(hunk[3]) - (1 if new else 0) == first
        assert lines[first : first + old] == removed
        lines[first : first + old] = added
        grown += new - old
    return lines


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_the_diff_of_a_fix_is_what_the_fix_does(folder: Path) -> None:
    source = read_source(str(folder / "bad.py"))
    for finding in check(source, [builtin_rules()[name_of(folder)]]).findings:
        if finding.fix is not None:
            wanted = Splice([prepared(finding.fix.edits, source.newline)]).applied_to(source.text)
            assert patched(source.text, fix_diff(finding.fix, source, Pages(source))) == wanted.splitlines()


@pytest.mark.parametrize(
    ("edits", "diff"),
    [
        ([Edit(Span(0, 0), "import os\n")], ["@@ -0,0 +1 @@", "+import os"]),
        ([Edit(Span(2, 4), "")], ["@@ -2 +1,0 @@", "-b"]),
        (
            [Edit(Span(0, 1), "A"), Edit(Span(4, 5), "C\nD")],
            ["@@ -1 +1 @@", "-a", "+A", "@@ -3 +3,2 @@", "-c", "+C", "+D"],
        ),
        ([Edit(Span(0, 1), "A"), Edit(Span(1, 3), " B")], ["@@ -1,2 +1 @@", "-a", "-b", "+A B"]),
        ([Edit(Span(5, 6), "\nd\n")], ["@@ -3,0 +4 @@", "+d"]),
        ([Edit(Span(0, 1), "a")], []),
        ([Edit(Span(0, 99), "a")], []),
    ],
)
def test_hunks(edits: list[Edit], diff: list[str]) -> None:
    source = Source("a.py", "a\nb\nc\n")
    found = fix_diff(Fix("mend", tuple(edits)), source, Pages(source))
    assert found == diff
    if edits[0].span.end < 99:
        wanted = Splice([prepared(edits, "\n")]).applied_to(source.text)
        assert patched(source.text, found) == wanted.splitlines()


def test_a_message_is_said_once_for_each_file() -> None:
    twice = SUMS.replace("    return total\n", "        total += loss\n    return total\n")
    Path("a.py").write_text(twice)
    lines = run("--isolated", "a.py", "--output-format", "agent").out.splitlines()
    assert lines[0].startswith("a.py:11:9: error[loss-accumulates-graph] `total` keeps the graph of every `loss` alive")
    assert lines[1:4] == [
        "@@ -11 +11 @@ --fix --unsafe-fixes",
        "-        total += loss",
        "+        total += loss.detach()",
    ]
    assert lines[4] == "a.py:12:9: error[loss-accumulates-graph] as at 11:9"
    assert lines[5] == "@@ -12 +12 @@ --fix --unsafe-fixes"


def test_unsafe_fixes_and_suspicions_are_called_so() -> None:
    Path("a.py").write_text("import torch\n\nweights = torch.ones(3)\nweights.to('cuda')\nprint(weights)\n")
    out = run("--isolated", "a.py", "--output-format", "agent").out
    assert "\n@@ -4 +4 @@ --fix --unsafe-fixes\n-weights.to('cuda')\n+weights = weights.to('cuda')\n" in out
    Path("b.py").write_text("def scaled(x, scale):\n    import torch\n    return torch.tensor(x) * scale\n")
    records = json.loads(run("--isolated", "--suspected", "--select", "ALL", ".", "--output-format", "json").out)
    out = run("--isolated", "--suspected", "--select", "ALL", ".", "--output-format", "agent").out
    assert out.count("] (suspected) ") == sum(record["suspected"] for record in records)


def test_a_clean_run_is_one_line() -> None:
    Path("a.py").write_text(SUMS.replace("+= loss", "+= loss.detach()"))
    assert run("--isolated", "a.py", "--output-format", "agent").out == "All checks passed!\n"


def test_a_cell_of_a_notebook_has_its_number() -> None:
    Path("a.ipynb").write_bytes(notebook("x = 1", SUMS))
    out = run("--isolated", "a.ipynb", "--output-format", "agent").out
    assert out.startswith("a.ipynb:cell 2:11:9: error[loss-accumulates-graph]")
    assert (
        "\n@@ -11 +11 @@ cell 2 --fix --unsafe-fixes\n-        total += loss\n+        total += loss.detach()\n" in out
    )


def test_code_with_control_characters_steers_no_terminal() -> None:
    Path("a.py").write_text(SUMS.replace("+= loss", "+= loss  # \x1b[31m\t##[group]"))
    out = run("--isolated", "a.py", "--output-format", "agent").out
    assert "\x1b" not in out
    assert "##[" not in out
    assert "+        total += loss.detach()" in out


def test_json_says_what_to_write_instead() -> None:
    Path("a.py").write_text(SUMS)
    (record,) = json.loads(run("--isolated", "a.py", "--output-format", "json").out)
    assert record["fix"]["diff"] == "@@ -11 +11 @@\n-        total += loss\n+        total += loss.detach()\n"


def test_where_an_edit_by_hand_belongs() -> None:
    text = "import torch\nfrom torch import nn\n\n\ndef loss(net: nn.Linear, x, y):\n"
    text += "    scores = torch.softmax(net(x), dim=1)\n    print(scores)\n"
    Path("train.py").write_text(f"{text}    return nn.functional.cross_entropy(scores, y)\n")
    first, place, *_ = run("--output-format", "agent", "train.py").out.splitlines()
    assert first.startswith("train.py:8:12: error[softmax-before-cross-entropy] ")
    assert re.fullmatch(r"  6:14: [\w` ]+", place)
