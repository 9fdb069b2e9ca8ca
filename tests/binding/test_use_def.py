"""Use-def: definitions, uses and what reaches what, in programs of each kind, and against programs that really run."""

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from torchlint.binding import use_def
from torchlint.binding.definitions import Definition, assignments_to, names_bound
from torchlint.syntax import ast_parser, tree


def parse(text: str) -> tree.Tree:
    syntax = ast_parser.parse(text)
    assert syntax is not None
    return syntax


def _line(syntax: tree.Tree, node: tree.Node) -> int:
    return syntax.text.count("\n", 0, node.start) + 1


def _names(syntax: tree.Tree, name: str) -> list[tree.Name]:
    return [node for node in syntax.all(tree.Name) if node.id == name]


def _lines(syntax: tree.Tree, found: tuple[Definition | None, ...]) -> list[int]:
    """The lines of definitions; 0 where there may be none."""
    return sorted(0 if one is None else _line(syntax, one.node) for one in found)


# Each line with `# sees 1 3` reads `x`, and these lines may have given it its value; 0 is nobody, or another scope.
REACHING = {
    "straight": "x = 1\nx = 2\nx  # sees 2",
    "unpacking": "x, (y, *x) = f()\nx  # sees 1",
    "if": "x = 1\nif c:\n    x = 2\nx  # sees 1 3",
    "else": "x = 1\nif c:\n    x = 2\nelse:\n    x = 3\nx  # sees 3 5",
    "left": "x = 1\nif c:\n    x = 2\n    raise E\nx  # sees 1",
    "exit": "x = 1\nif c:\n    x = 2\n    sys.exit(1)\nx  # sees 1",
    "elif": "if a:\n    x = 1\nelif b:\n    x = 2\nelif x:  # sees 0\n    pass\nx  # sees 0 2 4",
    "for": "x = 1\nfor i in y:\n    x  # sees 1 4\n    x = 2\nx  # sees 1 4",
    "for target": "for x in y:\n    x  # sees 1\nx  # sees 0 1",
    "for else": "x = 0\nfor i in y:\n    x = 2\n    break\nelse:\n    x = 5\nx  # sees 3 6",
    "while": "x = 1\nwhile x:  # sees 1 3\n    x = 2",
    "while true": "while True:\n    x = 2\n    if c:\n        break\n    x = 4\nx  # sees 2",
    "while else": "x = 1\nwhile c:\n    x = 3\n    if c:\n        break\n    x = 6\nelse:\n    x  # sees 1 6\n"
    "x  # sees 1 3 6",
    "continue": "x = 1\nfor i in y:\n    x  # sees 1 5 8\n    if c:\n        x = 5\n        continue\n    x = 7\n"
    "    x = 8",
    "nested loops": "x = 1\nfor i in y:\n    for j in y:\n        x  # sees 1 5\n        x = 5\n    x  # sees 1 5",
    "try": "x = 1\ntry:\n    x = 3\n    x  # sees 3\n    x = 5\nexcept E:\n    x  # sees 1 3 5\nx  # sees 1 3 5",
    "try else": "try:\n    x = 2\nexcept E:\n    x = 4\nelse:\n    x  # sees 2\n    x = 7\nx  # sees 4 7",
    "finally": "x = 1\ntry:\n    x = 3\nfinally:\n    x  # sees 1 3\nx  # sees 3",
    "finally binds": "x = 1\nfor i in y:\n    try:\n        break\n    finally:\n        x = 6\nx  # sees 1 6",
    "except as": "try:\n    f()\nexcept E as x:\n    x  # sees 3\nx  # sees 0",
    "with": "with f() as x:\n    x  # sees 1\n    x = 3\nx  # sees 3",
    "suppress": "x = 1\nwith suppress(E):\n    x = 3\n    f()\nx  # sees 1 3",
    "named": "if (x := 1) and (y := x):  # sees 1\n    x  # sees 1",
    "named in and": "x = 1\nif c and (x := 2):\n    pass\nx  # sees 1 2",
    "named in a choice": "x = 1\ny = (x := 2) if c else (x := 3)\nx  # sees 2 2",
    "named in a comprehension": "x = 1\ny = [(x := i) for i in z]\nx  # sees 1 2",
    "augmented": "x = 1\nx += 1\nx  # sees 2",
    "reads when augmented": "y = 0\nx = 1\nif c:\n    x -= y\nx  # sees 2 4",
    "annotated": "x: int\nx: int = 2\nx  # sees 2",
    "del": "x = 1\ndel x\nx  # sees 2",
    "import": "import x.y\nx  # sees 1",
    "import as": "from a import b as x, c\nx  # sees 1",
    "def": "def x(): pass\nx  # sees 1",
    "class": "class x:\n    x = 2\n    x  # sees 2\nx  # sees 1",
    "parameter": "def f(x=0):\n    x  # sees 1\n    x = 3\n    x  # sees 3",
    "default": "x = 1\ndef f(a=x):  # sees 1\n    x = 3\nx  # sees 1",
    "decorator": "x = 1\n@x  # sees 1\ndef f(x): pass",
    "match": "x = 1\nmatch y:\n    case [x]:\n        x  # sees 3\n    case 2:\n        x = 6\nx  # sees 1 3 6",
    "match all": "x = 1\nmatch y:\n    case 1:\n        x = 4\n    case x:\n        pass\nx  # sees 4 5",
    "match guard": "x = 1\nmatch y:\n    case [x] if c:\n        pass\n    case _:\n        x  # sees 1 3\n"
    "x  # sees 1 3",
    "comprehension": "x = 1\n[y for x in z if w]\nx  # sees 1",
    "comprehension's own": "x = 1\ny = [\n    x  # sees 4\n    for x in z\n]",
    "first iterable": "x = 1\ny = [z for x in\n    x  # sees 1\n]",
    "lambda": "x = 1\ny = lambda x:(\n    x)  # sees 2",
    "free": "x = 1\nx = 2\ndef f():\n    x  # sees 1 2",
    "free through a class": "def f():\n    x = 2\n    class A:\n        x = 4\n        def g(self):\n"
    "            x  # sees 2",
    "free in a comprehension": "def f():\n    x = 2\n    return [\n        x  # sees 2\n        for i in y]",
    "global": "x = 1\nx  # sees 1 5\ndef f():\n    global x\n    x = 5\n    x  # sees 1 5",
    "nonlocal": "def f():\n    x = 2\n    def g():\n        nonlocal x\n        x = 5\n    g()\n    x  # sees 2 5",
    "not free": "x = 1\ndef f():\n    if c:\n        x = 4\n    x  # sees 0 4",
    "builtin": "x  # sees 0",
    "dead": "def f():\n    x = 2\n    return x  # sees 2\n    x = 4",
    "all ways left": "x = 1\nif c:\n    x = 3\n    exit()\nelse:\n    x = 6\nx  # sees 6",
    "subscript": "x = 1\nx[0] = 2\nx  # sees 1",
    "global in a loop": "for x in y:\n    def g():\n        x  # sees 1",
}


@pytest.mark.parametrize("program", REACHING.values(), ids=REACHING)
def test_reaching_definitions(program: str) -> None:
    syntax = parse(program)
    wanted = [
        (at, sorted(int(word) for word in line.partition("# sees")[2].split()))
        for at, line in enumerate(program.split("\n"), 1)
        if "# sees" in line
    ]
    assert wanted
    for at, lines in wanted:
        reads = [name for name in _names(syntax, "x") if _line(syntax, name) == at and use_def.is_use(syntax, name)]
        assert {tuple(_lines(syntax, use_def.reaching_definitions(syntax, one))) for one in reads} == {tuple(lines)}


class _Tagged:
    """A value that says on which line it was made."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __add__(self, other: "_Tagged") -> "_Tagged":
        return other


class _Failure(Exception):
    pass


@contextmanager
def _entered(value: _Tagged) -> Iterator[_Tagged]:
    yield value


class _Writer:
    """Writes a random program over `x`, whose definitions are given the lines that they are on."""

    def __init__(self, seed: int) -> None:
        self.random, self.lines = random.Random(seed), ["def program():"]

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text.replace("HERE", str(len(self.lines) + 1)))

    def block(self, depth: int, *, in_loop: bool) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth, in_loop=in_loop)

    def statement(self, depth: int, *, in_loop: bool) -> None:
        simple = ["x = D(HERE)"] * 3 + ["see(HERE, x)"] * 4 + [
            "x += D(HERE)", "y, (x, *z) = 0, (D(HERE), 1)",
            "rnd() and (x := D(HERE))", "(x := D(HERE)) if rnd() else 0",
            "[(x := D(HERE)) for i in range(2) if rnd()]", "[x for x in range(2)]", "del x", "rnd() and fail()",
        ]  # fmt: skip
        simple += ["rnd() and see(HERE, x)", "see(HERE, [x for i in (1,)][0])"]
        leaving = ["return", "fail()"] + (["break", "continue"] * 2 if in_loop else [])
        nested = ["if", "for", "while", "try", "finally", "with", "match"] if depth < 5 else []
        kinds = ["simple"] * 6 + ["leave"] + nested
        kind = self.random.choice(kinds)
        body = depth + 1
        if kind == "simple":
            self.line(depth, self.random.choice(simple))
        elif kind == "leave":
            self.line(depth, f"if rnd(): {self.random.choice(leaving)}")
        elif kind == "if":
            self.line(depth, "if rnd():")
            self.block(body, in_loop=in_loop)
            if self.random.random() < 0.5:
                self.line(depth, "elif rnd():")
                self.block(body, in_loop=in_loop)
            if self.random.random() < 0.6:
                self.line(depth, "else:")
                self.block(body, in_loop=in_loop)
        elif kind in ("for", "while"):
            heads = ["for x in [D(HERE)] * 2:", "for i in (1, 2):"]
            self.line(depth, self.random.choice(heads) if kind == "for" else "while rnd():")
            self.block(body, in_loop=True)
            if self.random.random() < 0.4:
                self.line(depth, "else:")
                self.block(body, in_loop=in_loop)
        elif kind in ("try", "finally"):
            self.line(depth, "try:")
            self.block(body, in_loop=in_loop)
            if kind == "try":
                self.line(depth, "except Failure:")
                self.block(body, in_loop=in_loop)
                if self.random.random() < 0.4:
                    self.line(depth, "else:")
                    self.block(body, in_loop=in_loop)
            if kind == "finally" or self.random.random() < 0.4:
                self.line(depth, "finally:")
                self.block(body, in_loop=False)
        elif kind == "with":
            self.line(depth, self.random.choice(["with entered(D(HERE)) as x:", "with suppress(Failure):"]))
            self.block(body, in_loop=in_loop)
        else:
            self.line(depth, "match (D(HERE + 1), rnd()):")
            self.line(body, "case (x, True) if rnd():")
            self.block(body + 1, in_loop=in_loop)
            self.line(body, self.random.choice(["case _:", "case (_, False):"]))
            self.block(body + 1, in_loop=in_loop)


def _run(program: str, seed: int) -> set[tuple[int, int]]:
    """The lines on which a run has seen `x`, each with the line that gave it its value; 0 where it had none."""
    seen: set[tuple[int, int]] = set()
    chance = random.Random(seed)
    steps = iter(range(200))

    def fail() -> None:
        raise _Failure

    def rnd() -> bool:
        return next(steps, 200) < 150 and chance.random() < 0.5

    def see(line: int, value: _Tagged) -> None:
        seen.add((line, value.line))

    names = {"D": _Tagged, "see": see, "rnd": rnd, "fail": fail, "Failure": _Failure}
    names |= {"entered": _entered, "suppress": suppress}
    exec(compile(program, "program.py", "exec"), names)
    try:
        names["program"]()  # type: ignore[operator]  # the program has defined it
    except _Failure:
        pass  # which is how many of these programs end
    except NameError as error:
        trace = error.__traceback__
        assert trace is not None
        assert trace.tb_next is not None
        seen.add((trace.tb_next.tb_lineno, 0))
    return seen


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_what_runs_see_is_among_what_may_reach(first: int) -> None:
    compared = 0
    for seed in range(first, first + 40):
        writer = _Writer(seed)
        writer.block(1, in_loop=False)
        writer.block(1, in_loop=False)
        writer.line(1, "see(HERE, x)")
        program = "\n".join(writer.lines) + "\n"
        syntax = parse(program)
        reaching: dict[int, set[int]] = {}
        for name in _names(syntax, "x"):
            if use_def.is_use(syntax, name):
                found = _lines(syntax, use_def.reaching_definitions(syntax, name))
                deleted = {line for line in found if "del x" in writer.lines[line - 1]}
                reaching.setdefault(_line(syntax, name), set()).update(set(found) - deleted, {0} if deleted else ())
        for run in range(12):
            for line, made in _run(program, run):
                if line in reaching:
                    compared += 1
                    assert made in reaching[line], f"line {line} saw {made}:\n{program}"
    assert compared > 300


def test_what_code_defines() -> None:
    syntax = parse(
        "import a.b, c as d\nfrom e import f\ndef g(h, *i, j=1, **k): pass\nclass l(m): pass\n"
        "n = o = 1\np, [*q] = r\ns += t\nu: int\nv: int = 2\nfor w in x: pass\nwith y as z, aa: pass\n"
        "try: pass\nexcept E as bb: pass\nmatch x:\n    case [cc, *dd]: pass\n(ee := 1)\ndel x[0], n\n"
        "[ff for gg in hh if (ii := gg)]\njj.kk = ll[mm] = 1\nglobal nn\nlambda oo: pp\n"
    )
    found = use_def.definitions(syntax, syntax.root)
    assert " ".join(sorted(found)) == "a bb cc d dd ee f g ii l n o p q s v w z"
    assert frozenset(found) == names_bound(syntax, syntax.root)
    assert [one.kind for one in found["n"]] == ["assignment", "deletion"]
    (function,) = syntax.all(tree.FunctionDef)
    assert {one: its[0].kind for one, its in use_def.definitions(syntax, function).items()} == dict.fromkeys(
        "hijk", "parameter"
    )
    assert not names_bound(syntax, function)


def test_values_of_what_is_unpacked() -> None:
    syntax = parse("a, (b, c) = 1, (2, f())\nd, *e = 3, 4\ng, h = i\nj = k = 5\nl += 6\n")
    values = {
        one.name: syntax.text_of(one.value) if one.value else None
        for its in use_def.definitions(syntax, syntax.root).values()
        for one in its
    }
    wanted = {"a": "1", "b": "2", "c": "f()", "j": "5", "k": "5"}
    assert values == {name: wanted.get(name) for name in "abcdeghjkl"}


@pytest.mark.parametrize(
    ("program", "resolved"),
    [
        ("y = a.abs()\nx = y\nx", "a.abs()"),
        ("y = 1\nx = y\ny = 2\nx", "1"),
        ("x, y = 1, 2\nx", "1"),
        ("x = 1\nif c:\n    x = 2\nx", "x"),
        ("for x in y:\n    x", "x"),
        ("x = 1\ndef f():\n    x", "x"),
        ("try:\n    x = 1\n    x\nexcept E:\n    pass", "1"),
        ("x = 1\nfor i in y:\n    x\n    x = 2", "x"),
        ("def f(x=1):\n    x", "x"),
    ],
)
def test_resolved_expression(program: str, resolved: str) -> None:
    syntax = parse(program)
    last = next(one.value for one in reversed(syntax.all(tree.ExpressionStatement)))
    assert syntax.text_of(use_def.resolved_expression(syntax, last)) == resolved


def test_uses_are_those_of_one_variable() -> None:
    syntax = parse(
        "x = 1\nx.y = x\ndef f():\n    return x\ndef g(x):\n    return x\n[x for x in x]\nclass A:\n    x = x\n"
        "def h():\n    x = 2\n    def i():\n        nonlocal x\n        x += 1\n"
    )
    names = _names(syntax, "x")
    assert [_line(syntax, one) for one in use_def.uses(syntax, names[0])] == [2, 2, 4, 7]
    assert [_line(syntax, one) for one in use_def.uses(syntax, names[-1])] == [14]
    assert [_line(syntax, one.node) for one in use_def.definitions_of(syntax, names[-1])] == [11, 14]
    assert use_def.only_definition(syntax, names[-1]) is None
    only = use_def.only_definition(syntax, names[0])
    assert only is not None
    assert _line(syntax, only.node) == 1


# The line of the place begins with `place`; its value is read afterwards on the lines with `# read`.
AFTER = {
    "below": "x = 1\nx\nplace(x)\nx  # read\nx = 2\nx",
    "in the same statement": "x = 1\ny[x] = place(x)  # read\nx  # read",
    "given back in part": "x = 1\nif c:\n    x = 2\nx, y = place(x)\nx",
    "made anew in a branch": "x = 1\nplace(x)\nif c:\n    x = 2\n    x\nx  # read",
    "given back": "x = 1\nx = place(x)\nx",
    "name of an error": "x = 1\nplace(x)\ntry:\n    x = f()\nexcept E as x:\n    x\nx",
    "in a branch": "x = 1\nplace(x)\nif c:\n    x = 2\nx  # read",
    "other branch": "x = 1\nif c:\n    place(x)\nelse:\n    x\n",
    "next pass": "x = 1\nfor i in y:\n    x  # read\n    place(x)  # read",
    "made in each pass": "for i in y:\n    x = 1\n    x\n    place(x)",
    "made anew before the end": "x = 1\nfor i in y:\n    x\n    place(x)\n    x = 2\nx",
    "sometimes made anew": "x = 1\nfor i in y:\n    x  # read\n    place(x)  # read\n"
    "    if c:\n        x = 2\nx  # read",
    "in a function below": "x = 1\nplace(x)\ndef f():\n    x  # read",
    "of a function's own": "x = 1\nplace(x)\ndef f(x):\n    x",
    "in a comprehension": "x = 1\nplace(x)\n[x for x in y]\n[x for z in y]  # read",
}


@pytest.mark.parametrize("program", AFTER.values(), ids=AFTER)
def test_reads_after(program: str) -> None:
    syntax = parse(program)
    lines = program.split("\n")
    call = next(one for one in syntax.all(tree.Call) if syntax.text_of(one).startswith("place"))
    given = call.args[0].value
    assert isinstance(given, tree.Name)
    found = {_line(syntax, one) for one in use_def.reads_after(syntax, given, call)}
    assert found == {at for at, line in enumerate(lines, 1) if "# read" in line}


@pytest.mark.parametrize(
    ("expression", "holds"),
    [("3", True), ("a", True), ("a + len(b)", True), ("-a % 2", True), ("i", False), ("a + c", False), ("d", False),
     ("e", False), ("f(a)", False), ("a.b", False), ("g", False), ("h", False), ("k", False)],
)  # fmt: skip
def test_is_loop_invariant(expression: str, holds: bool) -> None:
    body = "    c += 1\n    d, *e = a\n    g[0] = 1\n    import h\n    with a as k: pass\n"
    syntax = parse(f"for i in y:\n{body}    place({expression})\n")
    call = syntax.all(tree.Call)[0]
    assert use_def.is_loop_invariant(syntax, call.args[0].value, syntax.all(tree.For)[0]) is holds


def test_assignments_to_attributes() -> None:
    syntax = parse("class A:\n    def f(self):\n        self.a, self.b = 1, 2\n        self.a += self.c\n")
    (cls,) = syntax.all(tree.ClassDef)
    found = assignments_to(syntax, cls, "self.a")
    assert [(one.kind, one.value and syntax.text_of(one.value)) for one in found] == [
        ("assignment", "1"),
        ("augmented", None),
    ]
    assert assignments_to(syntax, cls, "self.c") == ()


def test_a_long_chain_is_followed() -> None:
    """Neither by recursion nor once more for each of its links."""
    chain = "".join(f"elif a == {n}:\n    x = {n}\n" for n in range(500))
    syntax = parse(f"if a:\n    pass\n{chain}x\n" + "y = " + " + ".join(["x"] * 500) + "\n")
    last = _names(syntax, "x")[-1]
    assert len(use_def.reaching_definitions(syntax, last)) == 501
