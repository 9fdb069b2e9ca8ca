"""The model's nodes stand where Python's own parser puts them; what can't be read is refused, with its place."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from torchlint.files.source import Lines
from torchlint.syntax import cst_parser, tree
from torchlint.syntax.tree import Unparsable

Places = Counter[tuple[str, int, int]]

# Every kind of node, each in several layouts; f-strings and patterns have their own tests below.
SAMPLE = '''\
"""Docstring, with äöü and a 😀."""
from __future__ import annotations

import os, sys as system
import os.path
import os.path as osp
from os import *
from . import sibling
from .. package import (one, two as zwei,)
from ...x.y import z; import json

größe = "ß" + 'straße'; länge = 2
a = b = (c) = 1
x, y = y, x
(x, y), [z, *rest] = (1, 2), [3, 4, 5]
*head, tail = 1,
x: int
x: "int" = 3
self.x: list[int] = []
x += 1; x -= 1; x *= 2; x /= 2; x //= 2; x %= 2; x **= 2; x @= m; x &= 1; x |= 1; x ^= 1; x <<= 1; x >>= 1
d[k], o.a = v, w
del a, b[0], (c.d)
del [g]
pass; ...
assert x
assert (x)
raise
raise ValueError("ä")

1; 1.5; 1e10; 0xFF; 1_000; 3j; True; None; b"bytes"; r"raw\\d"; u"u"; """three
lines"""; ("a" "b"
  'c')
(a + b) * c - -d ** ~e
a if b else c if d else e
not a and b or (c and d) and e
a < b <= c != d is not e not in f is g in h
a and \\
    b
(  (  x  )  )
f(); f(a); f(a, *b, k=c, **d); f(x for x in y); f((x for x in y)); f(a,); f(*a, *b)
f(
    a,  # a comment
    b=1,
)
a.b.c(d)[e].f; (a).b; (a . b) . c; a.b(c).d(e)
x[0]; x[-1]; x[a, b]; x[(a, b)]; x["k"]; x[i][j]
x[1:2]; x[1:2:3]; x[a:b, c]; x[i, 1:2]
(); (1,); 1, 2; (1, 2); [ ]; [1, 2,]; {1, 2}; {}; {"a": 1, **b, 'c': (d)}; (*a, b); [*a]; {*a}
[a for b in c]; {a for b in c if d if e}; {a: b for c, d in e for f in g}; (a for b in (c))
[[a for b in c] for (d) in e]; [a async for b in c]
lambda: 0; lambda x: x; lambda x, *a, y=1, **k: (x, y); lambda *, k: k; (lambda x=(1): x)(2); lambda a, /, b: a
(n := 1); f(n := 1); [n := 1, 2]
if (m := f(x)) > 1: print(m)

@decorator
@ module.factory(1, k=2)
def function(a, b: int = 1, /, c: "str" = (2), *args: tuple, d, e=3, **kwargs: dict[str, int]) -> list[int]:
    """Docstring."""
    global g1, g2
    def inner():
        nonlocal a
        yield
        yield a
        x = yield a, b
        z = yield from f(a)
        return
    if a: return 1
    elif (b):
        return (1)
    elif c: pass
    else:
        return 1, 2

def one_line(): return 1
def star_only(a, *, b): pass; return
def trailing(a, b,): ...

async def coroutine():
    async with a as b, c:
        await f(x)
    async for i in g(): await h
    else: pass
    return [await x for x in y]

@ dataclass
class Class(Base, mod.Other, *bases, metaclass=Meta, **kwargs):
    attribute: int = 1

    @property
    def method(self): return self

class Empty: pass
class Parens(): x = 1; y = 2

for i in range(10): print(i)
for i, (j, *k) in enumerate(x):
    if i: continue
    break
else:
    pass
for x in 1, 2: pass
for x in *a, b: pass
while True:
    while x: break
else: x
with a: pass
with a as b, c as (d, e), f() as g.h:
    pass
with (a as b, c,):
    pass
with (a): pass
with (a, b): pass
try:
    x
except: y
try: x
except A: y
except (B, C) as error:
    z
else:
    w
finally:
    v
try:
    pass
finally: pass
match x:
    case 1: one
    case [a, *b] if b > (1):
        two
        three
    case _: pass
match a, b:
    case _: pass
match(x)
# the last comment

if a:
\tif b:
\t    c("\\N{DIGIT ONE}", '\U0001d54f', é)  # 😀
\x0c
after_form_feed = 1
if 1:
    x = 1
    # a comment at the end of a block

  # and one nowhere
y = 2'''

KINDS = {
    ast.Module: None,
    ast.Name: tree.Name,
    ast.Constant: tree.Constant,
    ast.Attribute: tree.Attribute,
    ast.Subscript: tree.Subscript,
    ast.Slice: tree.Slice,
    ast.Call: tree.Call,
    ast.BinOp: tree.BinaryOp,
    ast.BoolOp: tree.BoolOp,
    ast.UnaryOp: tree.UnaryOp,
    ast.Compare: tree.Compare,
    ast.IfExp: tree.Conditional,
    ast.Tuple: tree.Tuple,
    ast.List: tree.List,
    ast.Set: tree.Set,
    ast.Dict: tree.Dict,
    ast.ListComp: tree.Comprehension,
    ast.SetComp: tree.Comprehension,
    ast.DictComp: tree.Comprehension,
    ast.GeneratorExp: tree.Comprehension,
    ast.JoinedStr: tree.FormattedString,
    ast.NamedExpr: tree.NamedExpression,
    ast.Starred: tree.Starred,
    ast.Await: tree.Await,
    ast.Yield: tree.Yield,
    ast.YieldFrom: tree.Yield,
    ast.Lambda: tree.Lambda,
    ast.arg: tree.Parameter,
    ast.keyword: tree.Argument,
    ast.Expr: tree.ExpressionStatement,
    ast.Assign: tree.Assign,
    ast.AnnAssign: tree.AnnotatedAssign,
    ast.AugAssign: tree.AugmentedAssign,
    ast.Return: tree.Return,
    ast.Raise: tree.Raise,
    ast.Assert: tree.Assert,
    ast.Delete: tree.Delete,
    ast.Pass: tree.Pass,
    ast.Break: tree.Break,
    ast.Continue: tree.Continue,
    ast.Global: tree.Scoped,
    ast.Nonlocal: tree.Scoped,
    ast.alias: tree.Alias,
    ast.Import: tree.Import,
    ast.ImportFrom: tree.ImportFrom,
    ast.If: tree.If,
    ast.For: tree.For,
    ast.AsyncFor: tree.For,
    ast.While: tree.While,
    ast.With: tree.With,
    ast.AsyncWith: tree.With,
    ast.Try: tree.Try,
    ast.ExceptHandler: tree.Handler,
    ast.Match: tree.Match,
    ast.FunctionDef: tree.FunctionDef,
    ast.AsyncFunctionDef: tree.FunctionDef,
    ast.ClassDef: tree.ClassDef,
}
# The model keeps less of these than Python does: where they end (a default, `as name`) is no one's business.
BY_START = (tree.Parameter, tree.Alias)


def by_python(text: str) -> Places:
    """Where Python's own parser sees each node, as offsets in characters."""
    lines = Lines(text)

    def offset(row: int, column: int) -> int:
        return lines.start(row) + len(lines.line(row).encode()[:column].decode())

    found: Places = Counter()
    todo: list[ast.AST] = [ast.parse(text)]
    while todo:
        node = todo.pop()
        kind = KINDS.get(type(node))
        if kind is not None:
            here = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]  # all of KINDS have them
            start, end = (offset(*place) for place in here)
            if kind is tree.Tuple or isinstance(node, ast.GeneratorExp):
                start, end = _inside_parentheses(text, start, end)
            if not (isinstance(node, ast.alias) and node.name == "*"):
                found[kind.__name__, start, -1 if kind in BY_START else end] += 1
        if isinstance(node, ast.match_case):
            todo += [*node.body, *([node.guard] if node.guard else [])]
        elif not isinstance(node, ast.JoinedStr):
            todo += ast.iter_child_nodes(node)
    return found


def _inside_parentheses(text: str, start: int, end: int) -> tuple[int, int]:
    """The same without the pair of parentheses around it: to the model they are layout, as around any expression."""
    depth = 0
    for place in range(start, end):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0 and place < end - 1:
            return start, end
    inside = text[start + 1 : end - 1]
    return start + 1 + len(inside) - len(inside.lstrip()), end - 1 - len(inside) + len(inside.rstrip())


def by_model(text: str) -> Places:
    """Where the model sees each node that Python's parser has too."""
    syntax = cst_parser.parse(text)
    found: Places = Counter()
    for node in _nodes(syntax.root):
        kind = type(node)
        if isinstance(node, tree.Argument) and node.star == "*":
            kind = tree.Starred
        elif _is_own(node):
            continue
        found[kind.__name__, node.start, -1 if isinstance(node, BY_START) else node.end] += 1
    return found


def _nodes(node: tree.Node) -> Iterator[tree.Node]:
    """A node and all below it, but not what is inside strings."""
    yield node
    if not isinstance(node, tree.FormattedString):
        for child in tree.children(node):
            yield from _nodes(child)


def _is_own(node: tree.Node) -> bool:
    """Whether the node is the model's own: Python's parser gives such a piece no place."""
    if isinstance(node, tree.Argument):
        return node.keyword is None and not node.star
    return isinstance(node, (tree.Module, tree.Clause, tree.WithItem, tree.Case))


def shown(places: Places, text: str) -> list[str]:
    return sorted(f"{kind} {start}:{end} {text[start:end]!r}" for kind, start, end in places.elements())


def assert_same_places(text: str) -> None:
    python, model = by_python(text), by_model(text)
    assert shown(model - python, text) == []
    assert shown(python - model, text) == []


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n  \n", "  # comment", " \\\n\n"], ids=repr)
def test_every_node_stands_where_python_puts_it(newline: str, end: str) -> None:
    assert_same_places((SAMPLE + end).replace("\n", newline))


def test_the_sample_has_every_kind_of_node() -> None:
    kinds = {type(node) for node in tree.walk(cst_parser.parse(SAMPLE).root)}
    every = {kind for kind in vars(tree).values() if isinstance(kind, type) and issubclass(kind, tree.Node)}
    assert every - kinds == {tree.Node, tree.FormattedString} - kinds


def test_newlines_of_several_kinds_in_one_file() -> None:
    assert_same_places('x = 1\r\ny = "ä"\rz = [\r\n  1,\r  2\n]\r\r\nif x:\r  y\n  z\r\n')


@pytest.mark.parametrize("start", ["\ufeff", "\x0c", "\x0c\x0c", "\ufeff\x0c"], ids=ascii)
def test_what_stands_before_the_first_statement_only_moves_it(start: str) -> None:
    moved = Counter(
        {(kind, a + len(start), b if b < 0 else b + len(start)): n for (kind, a, b), n in by_model(SAMPLE).items()}
    )
    assert by_model(start + SAMPLE) == moved


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "  \n\t\n", "\x0c", "\ufeff", "\r", "\r\n\r\n"])
def test_a_file_without_statements(text: str) -> None:
    root = cst_parser.parse(text).root
    assert (root.start, root.end, root.body) == (0, len(text), [])


@pytest.mark.parametrize(
    "text",
    [
        "x[:]",
        "x[::]",
        "x[1:]",
        "x[:1]",
        "x[::2]",
        "x[..., None]",
        "x[:, 0]",
        "x[0, :]",
        "f(k = (v))",
        "f(*(a), b)",
        "f(* a, b)",
        "f(**(a))",
        "[*(a), b]",
        "assert x, f(y)",
        "raise ValueError(x) from y.z",
    ],
)
def test_pieces_stand_where_python_puts_them(text: str) -> None:
    assert_same_places(text)


def slices(text: str, kind: type[tree.Node]) -> list[str]:
    syntax = cst_parser.parse(text)
    return [syntax.text_of(node) for node in syntax.all(kind)]


def test_the_expressions_inside_of_f_strings() -> None:
    text = """f"{größe!r:>{width}} ä {a['b']} {{c}} {d:.3f} {f'{e + 1}'} {g=}" rf'{h}' '{i}'"""
    assert slices(text, tree.Name) == ["größe", "width", "a", "d", "e", "g", "h"]
    assert slices(text, tree.BinaryOp) == ["e + 1"]
    assert slices(text, tree.Subscript) == ["a['b']"]
    assert slices(text, tree.FormattedString)[0] == text
    assert slices(text, tree.ExpressionStatement) == [text]
    lines = 'x = f"""\n{a}\n  {b(c)}"""'
    assert slices(lines, tree.Call) == ["b(c)"]
    assert slices(lines, tree.Name) == ["x", "a", "b", "c"]


def test_what_is_deleted() -> None:
    deleted = [
        [tree.dotted(t) for t in node.targets] for node in cst_parser.parse("del a, b.c\ndel (d, e)\n").all(tree.Delete)
    ]
    assert deleted == [["a", "b.c"], ["d", "e"]]


def test_what_patterns_bind() -> None:
    text = """match x:
    case {"a": [one, *two], **three} if one:
        pass
    case Point(x=four, y=0) | (1 as four):
        pass
    case mod.CONSTANT | None | "text" | -1:
        pass
    case (five, (six as seven)), _, *_:
        pass
"""
    bound = [sorted(case.names) for case in cst_parser.parse(text).all(tree.Case)]
    assert bound == [["one", "three", "two"], ["four", "four"], [], ["five", "seven", "six"]]


NEWER = """def first[T: int, *Ts, **P](x: T, y=f'{x['key']}') -> T:
    return x


class Box[T](Base):
    value: T


type Alias[T] = list[T]
try:
    x
except* A as group:
    y
after = 1
"""


def test_syntax_that_this_python_may_not_know() -> None:
    """`except*` needs Python 3.11, PEP 695 and quotes in f-strings 3.12; the model reads them on every Python."""
    assert slices(NEWER, tree.FunctionDef) == [NEWER[: NEWER.index("\n\n\nclass")]]
    assert slices(NEWER, tree.ClassDef) == ["class Box[T](Base):\n    value: T"]
    assert slices(NEWER, tree.Pass) == ["type Alias[T] = list[T]"]
    assert slices(NEWER, tree.Try) == ["try:\n    x\nexcept* A as group:\n    y"]
    assert slices(NEWER, tree.Handler) == ["except* A as group:\n    y"]
    assert slices(NEWER, tree.Assign) == ["after = 1"]
    assert slices(NEWER, tree.Parameter) == ["x: T", "y=f'{x['key']}'"]
    assert slices(NEWER, tree.Subscript)[0] == "x['key']"
    assert slices("x = t'{y}'\n", tree.Name) == ["x", "y"]


def test_values_of_constants() -> None:
    text = "1; 0xF; 1_0; 1.5; 'a'; \"\"\"b\"\"\"; b'c'; None; True; ...; 2j; ''; '\\n'\n"
    values = [node.value for node in cst_parser.parse(text).all(tree.Constant)]
    assert values[:6] == [1, 15, 10, 1.5, "a", "b"]
    assert values[7:10] == [None, True, ...]
    assert values[11] == ""


def test_operators_are_written_as_in_code() -> None:
    operators = "+ - * / // % ** @ & | ^ << >>".split()
    text = "".join(f"a {op} b; a {op}= b\n" for op in operators)
    syntax = cst_parser.parse(text)
    assert [node.op for node in syntax.all(tree.BinaryOp)] == operators
    assert [node.op for node in syntax.all(tree.AugmentedAssign)] == operators
    text = "a < b <= c > d >= e == f != g is h in i not in j is not k\n"
    (compared,) = cst_parser.parse(text).all(tree.Compare)
    assert compared.ops == ["<", "<=", ">", ">=", "==", "!=", "is", "in", "not in", "is not"]
    assert [node.op for node in cst_parser.parse("-a; +a; ~a; not a\n").all(tree.UnaryOp)] == ["-", "+", "~", "not"]


def refused(text: str) -> Unparsable:
    with pytest.raises(Unparsable) as problem:
        cst_parser.parse(text)
    assert 0 <= problem.value.offset <= len(text)
    assert problem.value.message
    return problem.value


@pytest.mark.parametrize(
    ("text", "rule", "row"),
    [
        ("x = 1\nprint 'python 2'\n", "syntax-error", 2),
        ("x = 1\n\nexec 'x' in y\n", "syntax-error", 3),
        ("x = 0777\n", "syntax-error", 1),
        ("ä = 'ö'; print 'ü'\n", "syntax-error", 1),
        ("x = 1\rprint 'x'\r", "syntax-error", 2),
        ("x = 1\r\n\r\nprint 'x'\r\n", "syntax-error", 3),
        ("\x0c\nx = (\n", "syntax-error", 2),
        ("def f():\nreturn 1\n", "syntax-error", 2),
        ("x = 1\n  y = 2\n", "syntax-error", 2),
        ("x = '''\n\n", "syntax-error", 1),
        ("def f[T](x): print 'newer and older'\n", "syntax-error", 1),
        ("y = 1\nx = y" + ".f()" * 400, "unreadable-file", 2),
        ("y = 1\nx = y" + " + y" * 700, "unreadable-file", 2),
    ],
)
def test_what_is_refused_is_placed(text: str, rule: str, row: int) -> None:
    problem = refused(text)
    assert problem.rule == rule
    assert Lines(text).row(problem.offset) == row


@pytest.mark.parametrize("link", [".f()", " + y", "[0]", ".a", "(y)", " if y else y"])
def test_chains_of_3000_are_refused(link: str) -> None:
    """Where in the file Python's parser gave up is not known."""
    text = f"x = y{link * 3000}\n"
    assert "nested" in refused(text).message
    assert refused(text).rule == "unreadable-file"


def test_a_long_condition_is_read() -> None:
    """One flat operation for Python's parser, and quick for libcst's, but deeply nested once it is read."""
    (condition,) = cst_parser.parse(f"x = y{' and y' * 1000}\n").all(tree.BoolOp)
    assert len(condition.values) == 1001


def test_a_nul_byte_is_refused() -> None:
    assert "null byte" in refused("x = \0\n").message


@pytest.mark.parametrize("line", ["(x): int = 1", "class C(B, metaclass=M, *bases): pass"])
def test_what_only_python_reads_is_refused_where_it_stands(line: str) -> None:
    problem = refused(f"y = 1\n\n{line}\n")
    assert Lines(f"y = 1\n\n{line}\n").row(problem.offset) == 3
    assert "\n" not in problem.message


@pytest.mark.parametrize("brackets", ["()", "[]", "{}"])
def test_1500_brackets_are_refused_before_libcst_sees_them(brackets: str) -> None:
    text = "x = " + brackets[0] * 1500 + brackets[1] * 1500 + "\n"
    assert "too many nested" in refused(text).message
    newer = f"type X = int\n{text}"  # what this Python's parser may refuse for another reason
    assert refused(newer).offset <= len(newer)


def test_chains_below_the_limit_are_read() -> None:
    links = 250
    assert len(cst_parser.parse("x = y" + ".f()" * links).all(tree.Call)) == links
    assert len(cst_parser.parse("x = y" + " + y" * links).all(tree.BinaryOp)) == links
