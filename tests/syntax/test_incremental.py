"""A text that is parsed again gives the tree that it gives when it is parsed for the first time."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS, ROOT
from tests.text_edits import edited
from torchlint.finding import Span
from torchlint.syntax import ast_parser, cross_check, cst_parser, tree
from torchlint.syntax.incremental import Reparser

OURS = [
    ROOT / "torchlint/syntax/tree.py",
    ROOT / "torchlint/project/import_resolver.py",
    ROOT / "torchlint/queries/file.py",
]
TEXTS = [folder / "bad.py" for folder in FOLDERS[::6]] + OURS


def shape(node: object) -> object:
    """Everything that a node says, in nested lists."""
    if isinstance(node, tree.Node):
        fields = (getattr(node, each.name) for each in dataclasses.fields(node))
        return [type(node).__name__, *map(shape, fields)]
    return [shape(each) for each in node] if isinstance(node, list) else node


def assert_alike(reparser: Reparser, text: str) -> None:
    """The same tree, or the same refusal."""
    whole, again = outcome(cst_parser.parse, text), outcome(reparser.parse, text)
    if not isinstance(whole, tree.Tree):
        whole = outcome(lambda text: ast_parser.parse(text) or cst_parser.parse(text), text)  # Python may read it
    if isinstance(whole, tree.Tree) and isinstance(again, tree.Tree):
        assert again.text == text
        assert shape(again.root) == shape(whole.root)
        assert len(again.nodes) == len(set(again.nodes))
        assert set(again.nodes) == set(tree.walk(again.root))
        assert again.parents == tree.Tree(again.root, text).parents
        for kind in (tree.Name, tree.Call, tree.FunctionDef):
            assert again.all(kind) == tree.Tree(again.root, text).all(kind)
    else:
        assert again == whole


def outcome(parse: Callable[[str], tree.Tree], text: str) -> tree.Tree | tuple[str, int, str]:
    """The tree of a text, or what is said against it."""
    try:
        return parse(text)
    except tree.Unparsable as problem:
        return problem.message, problem.offset, problem.rule


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_any_edit_gives_the_tree_of_the_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.parent.name)
    reparser = Reparser()
    assert_alike(reparser, text)
    for _ in range(25):
        changed = edited(text, chance)
        assert_alike(reparser, changed)
        if chance.random() < 0.5:
            text = changed
        else:
            assert_alike(reparser, text)  # undone


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a; b\nc\n",
        "class A: pass\nclass B:\n  x = 1; y = 2\n  @p\n  @q\n  def f(self): pass\n\n\n  # end\n",
        "class A:\n    '''doc'''\n\n    class B:\n        x = '''\n1\n'''\n    y = 1 \\\n      + 2\nz\n",
        "class A(\n    B,\n):  # why\n\n    x = 1\n",
        "if a:\n    pass\nelse:\n    pass\n",
        "\N{SLIGHTLY SMILING FACE}'a'",
        "x = 'a\x0cb'\ny = 1\n",
        "x = 1\ry = 2\r",
        "@a\ndef f():\n\tpass\n",
    ],
)
def test_texts_of_every_shape(text: str) -> None:
    reparser = Reparser()
    for before in ("", text, f"\n{text}", f"pass\n{text}", f"{text}\n", f"{text}{text}", text):
        assert_alike(reparser, before)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that libcst is asked to read from now on."""
    texts: list[str] = []
    really = cst_parser.parse

    def parse(code: str) -> tree.Tree:
        texts.append(code)
        return really(code)

    monkeypatch.setattr(cst_parser, "parse", parse)
    return texts


TWO = "import torch\n\n\nclass A:\n    x = 1\n\n    def f(self):\n        return 1\n\n\ndef g():\n    return 2\n"


def test_only_what_is_new_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    really = ast_parser.parse

    def parse(code: str) -> tree.Tree | None:
        parsed.append(code)
        return really(code)

    monkeypatch.setattr(ast_parser, "parse", parse)
    reparser = Reparser()
    reparser.parse(TWO)
    parsed.clear()
    reparser.parse(f"# a comment\n{TWO}")
    assert parsed == []
    reparser.parse(TWO.replace("return 1", "return 3"))
    assert parsed == ["class A:\n    pass", "if 1:\n    def f(self):\n        return 3\n"]


def places(syntax: tree.Tree) -> list[Span]:
    """Where something returns."""
    return [Span(one.start, one.end) for one in syntax.all(tree.Return)]


def test_libcst_is_shown_no_function_twice(shown: list[str]) -> None:
    reparser = Reparser()
    reparser.parse(TWO)
    syntax = reparser.parse(f"# a comment\n{TWO}")
    assert shown == []

    def is_read_alike(syntax: tree.Tree) -> bool:
        return cross_check.is_read_alike(syntax.text, syntax, places(syntax))

    assert is_read_alike(syntax)
    assert [code.count("return") for code in shown] == [1, 1]
    shown.clear()
    reparser.parse(TWO.replace("return 1", "return 3"))
    syntax = reparser.parse(TWO.replace("return 1", "return 4"))
    assert shown == []
    for _ in range(2):
        assert is_read_alike(syntax)
        assert shown == ["if 1:\n    def f(self):\n        return 4\n"]


@pytest.mark.parametrize(("edited", "expected"), [("return 1", False), ("return 2", True)])
def test_a_function_that_libcst_reads_in_another_way_is_seen(
    edited: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    reparser = Reparser()
    reparser.parse(TWO)
    really = ast_parser.parse
    monkeypatch.setattr(ast_parser, "parse", lambda code: really(code.replace("return 1", "return 7")))
    syntax = reparser.parse(TWO.replace(edited, f"{edited}  # why"))
    assert cross_check.is_read_alike(syntax.text, syntax, places(syntax)) == expected


def test_what_was_worked_out_of_unchanged_code_is_kept() -> None:
    reparser = Reparser()

    def name(node: tree.Node) -> object:
        return getattr(node, "name", None)

    first = reparser.parse("def f():\n    pass\n\n\ndef g():\n    pass\n")
    kept, edited = first.root.body
    first.memory |= {(name, kept): "f", (name, edited): "g", (name, first.root): "all", ("other", kept): 1}
    second = reparser.parse("\ndef f():\n    pass\n\n\ndef g():\n    return 1\n")
    assert second.root.body[0] is kept
    assert second.memory == {(name, kept): "f"}
