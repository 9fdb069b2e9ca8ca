"""A comment is written where it silences, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS
from torchlint.files.source import Source
from torchlint.files.splice import Splice
from torchlint.finding import Finding, Span
from torchlint.lint import check
from torchlint.pack import builtin_rules
from torchlint.reading import read_source
from torchlint.suppression.insertion import Ignores

RULE = "some-rule"


def silenced(text: str, code: str, reason: str = "") -> str:
    """The text after a finding at a piece of its code was silenced."""
    start = text.index(code)
    edit = Ignores(text).edit(Finding("a.py", Span(start, start + len(code)), "?", rule=RULE), reason)
    assert edit is not None
    after = Splice([[edit]]).applied_to(text)
    ast.parse(after)
    return after


@pytest.mark.parametrize(
    ("before", "code", "after"),
    [
        ("a\nb\n", "a", "a  # torchlint: ignore[some-rule]\nb\n"),
        ("a = f(b)", "f(b)", "a = f(b)  # torchlint: ignore[some-rule]"),
        ("a  \nb\n", "a", "a  # torchlint: ignore[some-rule]\nb\n"),
        ("a  # why\n", "a", "a  # why  # torchlint: ignore[some-rule]\n"),
        (
            "a  # torchlint: ignore[x] -- right\n",
            "a",
            "a  # torchlint: ignore[x, some-rule] -- right\n",
        ),
        ("f(\n    a,\n    b,\n)\n", "a", "f(\n    a,  # torchlint: ignore[some-rule]\n    b,\n)\n"),
        ("a = '''\n'''\n", "a", "a = '''\n'''  # torchlint: ignore[some-rule]\n"),
        ("a = b + \\\n    c\n", "b", "a = b + \\\n    c  # torchlint: ignore[some-rule]\n"),
        (
            "if a:\n    f('''\n''', b, '''\n''')\n",
            "b,",
            "if a:\n    f('''\n''', b, '''\n''')  # torchlint: ignore[some-rule]\n",
        ),
        ("a = [f(x) for x in\r\n  y]\r\n", "x in", "a = [f(x) for x in  # torchlint: ignore[some-rule]\r\n  y]\r\n"),
        ("for a in b:\n    c\n", "b", "for a in b:  # torchlint: ignore[some-rule]\n    c\n"),
        ("@a\ndef f():\n    pass\n", "a", "@a  # torchlint: ignore[some-rule]\ndef f():\n    pass\n"),
    ],
)
def test_where_the_comment_stands(before: str, code: str, after: str) -> None:
    assert silenced(before, code) == after


def test_a_reason_is_written_behind_it() -> None:
    assert silenced("a\n", "a", "three steps") == "a  # torchlint: ignore[some-rule] -- three steps\n"


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_rules_find_can_be_silenced_comment_by_comment(folder: Path) -> None:
    source = read_source(str(folder / "bad.py"))
    known = builtin_rules()
    rules = known.values()
    found = check(source, rules).findings
    assert found or known[folder.name.replace("_", "-")].needs_run  # only a run finds it
    text = source.text
    for _ in range(100):
        if not found:
            break
        edit = Ignores(text).edit(found[0])
        assert edit is not None
        text = Splice([[edit]]).applied_to(text)
        ast.parse(text)
        found = check(Source(source.path, text), rules).findings
    assert not found
