"""Walking the model's own tree: order, who is inside whom, and what an expression is part of."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable

import pytest

from torchlint.syntax import cst_parser, tree

TEXT = """\
@decorate(a)
def outer(b, c=d):
    e = [f for g in h if (lambda: i)]

    class Inner(j):
        def method(self):
            return k

    while l:
        m.n[o] += p(q, r=s)
"""
NAMES = "decorate a d e f g h i j k l m o p q s".split()


@pytest.fixture
def syntax() -> tree.Tree:
    return cst_parser.parse(TEXT)


def name(syntax: tree.Tree, text: str) -> tree.Name:
    return next(node for node in syntax.all(tree.Name) if node.id == text)


def names(found: Iterable[tree.Node]) -> list[str]:
    return [node.id for node in found if isinstance(node, tree.Name)]


def test_every_node_is_walked_once(syntax: tree.Tree) -> None:
    walked = list(tree.walk(syntax.root))
    assert len(walked) == len(set(walked))
    assert sorted(names(walked)) == sorted(NAMES)
    assert set(syntax.parents) == set(walked) - {syntax.root}


def test_nested_functions_are_left_out_if_asked_so(syntax: tree.Tree) -> None:
    (outer,) = (f for f in syntax.all(tree.FunctionDef) if f.name == "outer")
    inside = names(tree.walk(outer, into_functions=False))
    assert "k" not in inside
    assert "i" not in inside
    assert {"f", "m", "q"} <= set(inside)
    method = next(f for f in syntax.all(tree.FunctionDef) if f.name == "method")
    assert names(tree.walk(method, into_functions=False)) == ["k"]


# Without the classes that `@dataclass(slots=True)` has replaced, which live until the garbage collector runs.
KINDS = [kind for kind in tree.Node.__subclasses__() if getattr(tree, kind.__name__) is kind]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_whatever_a_node_holds_is_among_its_children(kind: type[tree.Node]) -> None:
    held: dict[str, object] = {}
    for field in dataclasses.fields(kind)[2:]:
        one, other = tree.Pass(0, 1), tree.Pass(1, 2)
        held[field.name] = [one, other] if str(field.type).startswith("list[") else one
        if not re.search("Expression|Statement|list\\[(?!str)", str(field.type)):
            held[field.name] = []  # text, a number, or a list of texts
    nodes = [one for value in held.values() for one in (value if isinstance(value, list) else [value])]
    assert tree.children(kind(0, 9, **held)) == nodes


def test_what_is_not_there_is_no_child() -> None:
    assert tree.children(tree.Slice(0, 1, None, None, None)) == []
    value = tree.Name(2, 3, "a")
    assert tree.children(tree.Dict(0, 9, [None], [value])) == [value]


def test_nodes_of_a_kind_in_a_part_come_as_they_are_walked(syntax: tree.Tree) -> None:
    (outer,) = (f for f in syntax.all(tree.FunctionDef) if f.name == "outer")
    assert names(syntax.inside(outer, tree.Name)) == names(tree.walk(outer))
    assert names(syntax.own(outer, tree.Name)) == names(tree.walk(outer, into_functions=False))
    assert syntax.own(outer, tree.FunctionDef) == [outer]
    assert [f.name for f in syntax.inside(outer, tree.FunctionDef)] == ["outer", "method"]
    assert syntax.own(outer, tree.Await) == []


def test_nodes_of_a_kind_come_in_source_order(syntax: tree.Tree) -> None:
    assert [f.name for f in syntax.all(tree.FunctionDef)] == ["outer", "method"]
    assert names(syntax.all(tree.Name)) == NAMES
    assert syntax.all(tree.Await) == []


def test_what_is_around_a_node(syntax: tree.Tree) -> None:
    method = syntax.above(name(syntax, "k"), tree.FunctionDef)
    assert isinstance(method, tree.FunctionDef)
    assert method.name == "method"
    assert syntax.above(method, tree.ClassDef) is syntax.all(tree.ClassDef)[0]
    assert isinstance(syntax.above(name(syntax, "q"), tree.FunctionDef, tree.While), tree.While)
    assert syntax.above(name(syntax, "q"), tree.Try) is None
    assert syntax.above(syntax.root, tree.Module) is None


def test_the_function_around_a_node(syntax: tree.Tree) -> None:
    outer, method = syntax.all(tree.FunctionDef)
    assert syntax.scope(name(syntax, "k")) is method
    assert syntax.scope(method) is outer  # and not the class between them
    assert syntax.scope(name(syntax, "i")) is outer  # in a lambda
    assert syntax.scope(outer) is syntax.root
    assert syntax.scope(syntax.root) is syntax.root


@pytest.mark.parametrize(
    ("inside", "statement"),
    [("f", tree.Assign), ("o", tree.AugmentedAssign), ("l", tree.While), ("k", tree.Return), ("d", tree.FunctionDef)],
)
def test_the_statement_of_an_expression(syntax: tree.Tree, inside: str, statement: type[tree.Node]) -> None:
    assert type(syntax.statement(name(syntax, inside))) is statement


@pytest.mark.parametrize(
    ("text", "targets"),
    [("a = b = 1", ["a", "b"]), ("a: int = 1", ["a"]), ("a: int", ["a"]), ("a += 1", []), ("a(b)", [])],
)
def test_what_a_statement_assigns_to(text: str, targets: list[str]) -> None:
    assert names(tree.targets(cst_parser.parse(text).root.body[0])) == targets


@pytest.mark.parametrize(
    ("text", "dotted"),
    [
        ("a", "a"),
        ("a.b.c", "a.b.c"),
        ("(a).b", "a.b"),
        ("a().b", None),
        ("a[0].b", None),
        ("1", None),
        ("a . b", "a.b"),
    ],
)
def test_dotted_names(text: str, dotted: str | None) -> None:
    (statement,) = cst_parser.parse(text).all(tree.ExpressionStatement)
    assert tree.dotted(statement.value) == dotted
    assert tree.dotted(None) is None
    assert tree.last_part(statement.value) == (dotted[-1] if dotted else "")


@pytest.mark.parametrize(
    ("call", "given"),
    [
        ("f(a, b)", {"x": "a", "y": "b"}),
        ("f(a, b, c)", {"x": "a", "y": "b"}),
        ("f(a, z=b)", {"x": "a", "z": "b"}),
        ("f(a, *b, c, z=d, **e)", {"x": "a", "z": "d"}),
        ("f()", {}),
    ],
)
def test_what_a_call_gives_by_name(call: str, given: dict[str, str]) -> None:
    (node,) = cst_parser.parse(call).all(tree.Call)
    found = tree.given_by_name(node, ["x", "y"])
    assert {name: value.id for name, value in found.items() if isinstance(value, tree.Name)} == given


@pytest.mark.parametrize(
    ("call", "given"),
    [
        ("f(a, b)", ("a", "b")),
        ("f(y=b, x=a)", ("a", "b")),
        ("f(a, *b, c)", ("a", None)),
        ("f(*a, b)", (None, None)),
        ("f()", (None, None)),
    ],
)
def test_an_argument_by_position_or_keyword(call: str, given: tuple[str | None, str | None]) -> None:
    (node,) = cst_parser.parse(call).all(tree.Call)
    assert (tree.dotted(tree.argument(node, 0, "x")), tree.dotted(tree.argument(node, 1, "y"))) == given


@pytest.mark.parametrize(
    ("function", "is_bound", "given"),
    [
        ("def f(x, y): ...", None, {"x": "a", "y": "b", "z": "c"}),
        ("def f(self, x, y): ...", None, {"x": "a", "y": "b", "z": "c"}),
        ("def f(model, x): ...", True, {"x": "a", "z": "c"}),
        ("def f(self, x): ...", False, {"self": "a", "x": "b", "z": "c"}),
        ("def f(x, *rest, z): ...", None, {"x": "a", "z": "c"}),
        ("def f(x, *, y, z): ...", None, {"x": "a", "z": "c"}),
    ],
)
def test_what_a_call_passes_to_a_function(function: str, is_bound: bool | None, given: dict[str, str]) -> None:
    syntax = cst_parser.parse(f"{function}\nf(a, b, z=c)\n")
    (defined,), (call,) = syntax.all(tree.FunctionDef), syntax.all(tree.Call)
    passed = tree.passed_to(defined, call, is_bound=is_bound)
    assert {name: tree.dotted(value) for name, value in passed.items()} == given


def test_calls_by_name() -> None:
    syntax = cst_parser.parse("save(a)\nfs.save(b)\nopen_fs().save(c)\nsaves(d)\n")
    assert [syntax.text_of(call) for call in syntax.calls_named("save")] == [
        "save(a)",
        "fs.save(b)",
        "open_fs().save(c)",
    ]
    assert syntax.calls_named("load") == []
