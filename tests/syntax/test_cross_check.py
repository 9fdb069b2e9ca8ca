"""libcst is shown the lines with findings, and what it reads there is compared."""

from __future__ import annotations

import sys

import pytest

from torchlint.finding import Span
from torchlint.syntax import ast_parser, cst_parser
from torchlint.syntax.cross_check import is_read_alike
from torchlint.syntax.tree import Name, Tree, Unparsable, walk

TEXT = '''\
import torch

x = 1; y = (
    2
)  # said

@decorated(
    z
)
class Model(Above):
    a = 1

    @one
    def forward(self, x):
        """
Text.
        """
        def inner(): return x
        return inner()

    def other(self): pass

if x:
    y = 2
def last(): return y'''

# What is looked at, and the first and the last line that libcst is shown for it.
PLACES = {
    "torch": (1, 1),
    "x = 1": (3, 5),
    "2\n": (3, 5),
    "z\n": (7, 21),
    "Above": (7, 21),
    "a = 1": (11, 11),
    "one": (13, 19),
    "return x": (13, 19),
    "pass": (21, 21),
    "y = 2": (23, 24),
    "return y": (25, 25),
}


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that libcst is asked to read."""
    texts: list[str] = []
    parse = cst_parser.parse

    def noted(text: str) -> Tree:
        texts.append(text.removeprefix("if 1:\n"))
        return parse(text)

    monkeypatch.setattr(cst_parser, "parse", noted)
    return texts


def alike(syntax: Tree, start: int, end: int) -> bool:
    return is_read_alike(syntax.text, syntax, [Span(start, end)])


def parsed(text: str) -> Tree:
    found = ast_parser.parse(text)
    assert found is not None
    return found


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("what", PLACES)
def test_libcst_is_shown_the_lines_around_a_place(what: str, newline: str, shown: list[str]) -> None:
    text = TEXT.replace("\n", newline)
    what = what.replace("\n", newline)
    start = text.index(what)
    first, last = PLACES[what.replace(newline, "\n")]
    assert alike(parsed(text), start, start + len(what.strip()))
    assert shown == ["".join(text.splitlines(keepends=True)[first - 1 : last])]


def test_what_stands_between_statements_can_not_be_told(shown: list[str]) -> None:
    at = TEXT.index("\n\n@decorated") + 1
    assert not alike(parsed(TEXT), at, at)
    assert not shown


def test_a_name_that_libcst_reads_otherwise_is_seen() -> None:
    for node in walk(parsed(TEXT).root):
        if not isinstance(node, Name):
            continue
        syntax = parsed(TEXT)
        (other,) = [one for one in syntax.all(Name) if (one.start, one.end) == (node.start, node.end)]
        other.id += "_"
        assert not alike(syntax, node.start, node.end)


@pytest.mark.parametrize(
    "text", ["x = \\\n    f(1)\n", "y = '''\n    a\n'''; f(2)\n", "x = 1\ry = f(2)\r", "\x0cf(1)\n"]
)
def test_odd_lines_are_read_alike_too(text: str) -> None:
    at = text.index("f(")
    assert alike(parsed(text), at, at + 1)


def test_without_libcst_python_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ast_parser.parse("y = 1\n")
    assert other is not None
    assert not is_read_alike("x = 1\n", other, [Span(0, 1)])
    monkeypatch.setitem(sys.modules, "libcst", None)
    other.memory.clear()
    assert is_read_alike("x = 1\n", other, [Span(0, 1)])
    with pytest.raises(Unparsable, match="libcst is not installed"):
        cst_parser.parse("x = 1\n")
    with pytest.raises(Unparsable, match="never closed"):
        cst_parser.parse("x = (\n")
