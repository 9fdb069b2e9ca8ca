"""Two parsers, one tree: what the standard library's is lowered to is what libcst's is lowered to."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from tests.rule_folders import FOLDERS, ROOT
from torchlint.files.source import Source
from torchlint.lint import check
from torchlint.rule import Rule
from torchlint.syntax import ast_parser, cst_parser
from torchlint.syntax.python_source import DEEPEST
from torchlint.syntax.tree import Tree, Unparsable, same

PROGRAMS = [path for folder in FOLDERS for path in (folder / "bad.py", folder / "good.py") if path.exists()]
FILES = {
    "rules": PROGRAMS,
    "corpus": sorted((ROOT / "tests" / "corpus").rglob("*.py")),
    "models": sorted((ROOT / "tests" / "reveal").rglob("*.py")),
    "flow": sorted((ROOT / "torchlint" / "flow").glob("*.py")),
}

# What parentheses, commas, comments and newlines may do around values that one of the parsers gives without them.
ODD = r'''
()

( )

(1,)

( 1 , )

(1, 2), (3)

(1), (2)

((1), (2))

(((1), 2))

((1, 2), (3, 4),)

1,

x = (  # one
    1,  # two
    2  # three
)

f((1))

f((1), (2),)

f(  # why
    (1)  # because
    , ((2)))

f((x for x in y))

f(x for x in y)

f((x) for x in (y))

(x for x in y if (x) if ((x)))

(f)((1), *(2), a=(3), **(b))

f(a=1, *b, c=2)

(f  # g
 )(1)

x[1:2, :]

x[1:2,]

x[(1, 2)]

x[(1), 2]

x[1,]

x[()]

a and b and c or d and (e and f)

(a or b) or c

a or (b or c)

"a" 'b'

"a" f"{b!r:{c}}" "d" f'{e}'

f"{a}{b:>{w}.{p}f}"

rb"\n" b"\t"

r"\n" "\n" u"x"

"\N{BULLET} \
continued"

"""a
b"""

10 ** 60, 0xff, 0b1, 0o17, 1_000, 1e3, 1_0.5e-3, 2j

lambda a, *b, c=(1, 2), **d: (a, b)

def f(a: (int, str) = (1, 2), /, *b, c: "x" = 3, **d) -> (int): pass

class A((B), metaclass=(M)): pass

with (open(x)) as a, (open(y)) as (b, c): pass

with (open(x) as a, open(y)): pass

for (a, b) in (1, 2), (3, 4): pass

[x for (x, y) in z if (x, y)]

{**a, (b): (c), 'd': (e, f)}

{(a), (b, c)}

del (a, b), c

del (a), [b]

assert (a, b), (c)

return_ = (yield)

x: (int, str) = (1, 2)

x += (1, 2)

a = b = (c, d) = e

print((a, b)[0], (a)[0], (a).b, -(a), not (a), (await_)(1))

try: pass
except (A, B) as e: pass
finally: pass

match (a, b):
    case (1, [x, *y]) if (x): pass
    case {"a": z, **rest}: pass
    case A(b=c) | d: pass
    case _: pass

if (a := (1, 2)): pass
elif (b): pass
else: pass

from a import (b, c as d,)
'''.strip()
FORM_FEED = "x = 1\n\x0c\ny = f((1))\n"


@pytest.mark.parametrize("name", FILES)
def test_both_trees_of_a_file_are_one(name: str) -> None:
    assert FILES[name]
    for path in FILES[name]:
        text = path.read_text(encoding="utf-8")
        quick = ast_parser.parse(text)
        if quick is not None:  # what only newer Pythons read, or none
            assert same(quick.root, cst_parser.parse(text).root), path


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_both_trees_of_odd_code_are_one(newline: str) -> None:
    for text in (*ODD.split("\n\n"), FORM_FEED, "x = '\u2028'; f((1))", "é = f((1), 'é', (2))"):
        text = text.replace("\n", newline) + newline
        quick = ast_parser.parse(text)
        assert quick is not None, text
        assert same(quick.root, cst_parser.parse(text).root), text


def test_trees_share_their_offsets() -> None:
    """What a tree takes hangs on it: a hundred of them are kept."""
    one, other = (ast_parser.parse("x = 1\n" * 100 + f"{name} = 2") for name in "ab")
    assert one is not None
    assert other is not None
    start, end = one.root.body[-1].start, one.root.body[-1].end
    assert start > 257  # Python itself shares smaller ones
    assert other.root.body[-1].start is start
    assert other.root.body[-1].end is end


def test_a_long_text_is_read_as_a_short_one_is() -> None:
    long = "x = f(1)\n" * 8_000
    quick = ast_parser.parse(long)
    assert quick is not None
    assert [(node.start, node.end) for node in quick.root.body] == [(9 * at, 9 * at + 8) for at in range(8_000)]


def test_trees_that_differ_are_told_apart() -> None:
    texts = ["f(1)", "f(2)", "f(1, 2)", "g(1)", "f( 1)", "f(a=1)", "f(*a)", "[1]", "(1,)", "x = 1", "1.0", "'1'", ""]
    roots = [cst_parser.parse(text).root for text in texts]
    for at, one in enumerate(roots):
        assert [same(one, other) for other in roots] == [at == place for place in range(len(roots))]
    assert same(cst_parser.parse("x = 1").root, cst_parser.parse("x = 1").root)


def test_a_clean_file_is_not_shown_to_libcst(pack: dict[str, Rule], monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    parse = cst_parser.parse

    def noted(text: str) -> Tree:
        shown.append(text)
        return parse(text)

    monkeypatch.setattr(cst_parser, "parse", noted)
    rules = tuple(pack.values())
    clean, bad = "import torch\nx = torch.ones(1)\n", (ROOT / "rules/loss_accumulates_graph/bad.py").read_text()
    assert check(Source("a.py", clean), rules).findings == ()
    assert shown == []
    clean = "def clean():\n    return 1\n"
    assert check(Source("a.py", bad + "\n\n" + clean), rules).findings
    assert shown
    assert not any(clean in text for text in shown)


def test_where_the_trees_differ_the_rules_are_asked_again(
    pack: dict[str, Rule], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = (ROOT / "rules/loss_accumulates_graph/bad.py").read_text()
    right = check(Source("a.py", bad), tuple(pack.values())).findings
    shifted = ast_parser.parse("\n" + bad)
    monkeypatch.setattr(ast_parser, "parse", lambda text: shifted)
    assert check(Source("a.py", bad), tuple(pack.values())).findings == right


# Code that is as deep as asked, in every way in which one part of a tree stands inside another.
DEEP: dict[str, Callable[[int], str]] = {
    "calls": lambda n: "a" + ".b()" * n,
    "keywords": lambda n: "f(a=" * min(n, 150) + "1" + ")" * min(n, 150) + ".b" * n,
    "sums": lambda n: " + ".join(["a"] * n),
    "branches": lambda n: "if a:\n  b\n" + "elif a:\n  b\n" * n,
    "lambdas": lambda n: "lambda a=1: " * n + "1",
    "annotations": lambda n: "def f(a: " + "b." * n + "c): pass",
    "texts": lambda n: 'f"{' + "a." * n + "b:{c." + "d." * n + 'e}}"',
    "patterns": lambda n: "match a:\n  case " + "b." * n + "c: pass",
    "decorators": lambda n: "@" + "a." * n + "b\nclass C(d=" + "a." * n + "b): pass",
}


@pytest.mark.parametrize("shape", DEEP)
@pytest.mark.parametrize("depth", [5, 70, 90, 250, 560, 700])
def test_a_text_is_read_exactly_if_it_is_not_nested_too_deeply(shape: str, depth: int) -> None:
    text = DEEP[shape](depth)
    levels, level = 0, list[ast.AST]([ast.parse(text)])
    while level:
        levels, level = levels + 1, [child for node in level for child in ast.iter_child_nodes(node)]
    if levels > DEEPEST and shape != "branches":  # of which there may be more
        with pytest.raises(Unparsable, match=f"nested more than {DEEPEST} levels deep"):
            ast_parser.parse(text)
    else:
        read = ast_parser.parse(text)
        assert read is not None
        assert same(read.root, cst_parser.parse(text).root)
