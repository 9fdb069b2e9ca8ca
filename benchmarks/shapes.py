"""Programs of any size that are hard on a linter: deep, wide, or the same thing over and over."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

HEAD = "import torch\nfrom torch import nn\n\n"
NET = "nn.Linear(1, 1)"

Files = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shape:
    """What a program is made of, by its size; the smallest size that is measured; further options of the command."""

    name: str
    write: Callable[[int], str | Files]
    size: int
    options: tuple[str, ...] = ()

    def files(self, size: int) -> Files:
        """The text of each file."""
        written = self.write(size)
        return {"a.py": HEAD + written} if isinstance(written, str) else written


def _lines(line: str) -> Callable[[int], str]:
    """The same line, with `{i}` for its number and `{j}` for that of the line before."""
    return lambda size: "".join(line.format(i=i, j=i - 1) for i in range(1, size + 1))


def _around(before: str, line: str, after: str = "") -> Callable[[int], str]:
    return lambda size: before + _lines(line)(size) + after


def _chain(start: str, link: str, end: str = "\n") -> Callable[[int], str]:
    return lambda size: start + link * size + end


def _classes(size: int) -> Iterator[str]:
    for i in range(size):
        base = f"C{i - 1}" if i else "nn.Module"
        yield f"class C{i}({base}):\n    def __init__(self):\n        super().__init__()\n        self.a = {NET}\n"
        yield "    def forward(self, x):\n        return self.a(super().forward(x))\n\n"


def _nested(opening: str, middle: str) -> Callable[[int], str]:
    """Blocks within blocks."""

    def write(size: int) -> str:
        blocks = "".join("    " * depth + opening.format(i=depth) + "\n" for depth in range(size))
        return blocks + "    " * size + middle + "\n"

    return write


def _star_ring(size: int) -> Files:
    return {f"m{i}.py": f"import torch\nfrom m{(i + 1) % size} import *\nx{i} = y{i}\n" for i in range(size)}


def _import_chain(size: int) -> Files:
    end = {f"m{size}.py": "import torch\ndef f(x):\n    return torch.relu(x)\n"}
    links = {
        f"m{i}.py": f"import torch\nfrom m{i + 1} import f as g\ndef f(x):\n    return g(x)\n" for i in range(size)
    }
    return links | end


def _package_ring(size: int) -> Files:
    return {
        f"p{i}/__init__.py": f"import torch\nfrom p{(i + 1) % size} import *\nfrom .m import *\n" for i in range(size)
    } | {f"p{i}/m.py": f"import torch\nfrom p{(i + 1) % size} import Net{i}\nclass Net{i}: ...\n" for i in range(size)}


def _labels_handed_on(size: int) -> str:
    """Functions that return each other's labels in two places, so that there are 2**size ways to the first."""
    first = "from sklearn.metrics import roc_auc_score\ndef f0(x):\n    return x.argmax(1)\n"
    functions = "".join(
        f"def f{i}(x):\n    if x is None:\n        return f{i - 1}(x)\n    return f{i - 1}(x)\n" for i in range(1, size)
    )
    return f"import torch\n{first}{functions}def score(x, y):\n    return roc_auc_score(y, f{size - 1}(x))\n"


def _table_of_classes(size: int) -> Files:
    classes = {f"n{i}.py": f"from torch import nn\nclass Net{i}(nn.Module): ...\n" for i in range(size)}
    table = _lines("from n{i} import Net{i}\n")(size - 1) + "TABLE = {\n" + _lines("    'n{i}': Net{i},\n")(size - 1)
    return classes | {"table.py": f"import torch\n{table}}}\ndef make(name):\n    return TABLE[name]()\n"}


def _small_files(size: int) -> Files:
    """Files without torch that import each other, and look as if training went on in them."""
    text = "from m{j} import f{j}\ndef f{i}(loader):\n    for batch in loader:\n        f{j}(batch)\n"
    return {f"m{i}.py": text.format(i=i, j=i - 1) for i in range(size)}


def _notebook(code: str) -> Callable[[int], Files]:
    def write(size: int) -> Files:
        cells = [{"cell_type": "code", "source": code.format(i=i), "metadata": {}} for i in range(size)]
        return {"a.ipynb": json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})}

    return write


LEAK = "total = 0\nmodel = nn.Linear(1, 1)\nfor x in data:\n    loss = model(x).sum()\n    loss.backward()\n"
IGNORE = "# torchlint: ignore"
FORWARD = f"class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = {NET}\n"
STEP = "def f{i}(m, o, x):\n    m(x).sum().backward()\n    o.step()\n    o.zero_grad()\n"
CLASS = "class N(nn.Module):\n    def __init__(self):\n        super().__init__()\n"


def _plain_tensors(size: int) -> str:
    """Tensors that methods of the constructor make, and methods of the forward compute with."""
    made = "".join(f"        self.make{i}()\n" for i in range(size))
    used = "".join(f"        x = self.use{i}(x)\n" for i in range(size))
    methods = _lines(
        "    def make{j}(self):\n        self.t{j} = torch.ones(3, 3)\n"
        "    def use{j}(self, x):\n        return x + self.t{j}\n"
    )
    return f"{CLASS}{made}    def forward(self, x):\n{used}        return x\n{methods(size)}"


SHAPES = (
    Shape("unused ignore comments", _lines(f"x = {{i}}  {IGNORE}[loss-accumulates-graph] -- r\n"), 1000),
    Shape("names in one ignore", lambda size: f"x = 1  {IGNORE}[{'x,' * size}]\n", 2000),
    Shape("unused names in one ignore", _chain(f"x = 1  {IGNORE}[", "loss-accumulates-graph,", "]\n"), 2000),
    Shape("different names in one ignore", _around(f"x = 1  {IGNORE}[", "n{i},", "]\n"), 500),
    Shape("ignores that work", _around(LEAK, f"    total += loss  {IGNORE}[loss-accumulates-graph]\n"), 250),
    Shape("disable and enable", _lines("# torchlint: disable[a{i}]\nx = 1\n# torchlint: enable[a{i}]\n"), 500),
    Shape("only disable", _lines("# torchlint: disable[loss-accumulates-graph]\nx = {i}\n"), 500),
    Shape("comments above one statement", _lines(f"{IGNORE}[loss-accumulates-graph]\n"), 1000),
    Shape("comments in one statement", _around("x = [\n", f"{IGNORE}[loss-accumulates-graph]\n", "1]\n"), 1000),
    Shape("type comments", _lines("x = {i}  # type: int\n"), 2000),
    Shape("findings", _around(LEAK, "    total += loss\n"), 250),
    Shape("findings, fixed", _lines(LEAK + "    total += loss\n"), 50, ("--fix", "--unsafe-fixes")),
    Shape("findings, ignored", _around(LEAK, "    total += loss\n"), 125, ("--add-ignore",)),
    Shape(
        "findings in functions, fixed",
        _lines("def f{i}(x):\n    x.cuda()\n    return x\n"),
        250,
        ("--fix", "--unsafe-fixes"),
    ),
    Shape("findings in one line", lambda size: "x = torch.ones(1)\n" + "x.cuda(); " * size + "\n", 250),
    Shape("classes in a chain", lambda size: "".join(_classes(size)), 100),
    Shape(
        "classes in diamonds",
        _around(
            "class A0(nn.Module): ...\nclass B0(nn.Module): ...\n",
            "class A{i}(A{j}, B{j}): ...\nclass B{i}(A{j}, B{j}): ...\n",
        ),
        10,
    ),
    Shape("classes", _lines("class C{i}(nn.Module):\n    def forward(self, x):\n        return x\n"), 500),
    Shape("subclasses of one class", _around(FORWARD, "class C{i}(Net): ...\n"), 500),
    Shape(
        "methods of one class", _around(FORWARD, "    def m{i}(self, x):\n        return self.m{j}(self.a(x))\n"), 250
    ),
    Shape("layers of one module", _around(FORWARD, "        self.a{i} = nn.Linear(1, 1)\n"), 500),
    Shape(
        "layers called in forward",
        lambda size: (
            FORWARD
            + _lines("        self.a{i} = nn.Linear(1, 1)\n")(size)
            + "    def forward(self, x):\n"
            + _lines("        x = self.a{i}(x)\n")(size)
            + "        return x\n"
        ),
        250,
    ),
    Shape("functions", _lines("def f{i}(x):\n    return x + {i}\n"), 1000),
    Shape(
        "functions in a chain",
        _around("def f0(x):\n    return torch.relu(x)\n", "def f{i}(x):\n    return f{j}(x)\n"),
        250,
    ),
    Shape(
        "functions called twice",
        _around("def f0(x):\n    return torch.relu(x)\n", "def f{i}(x):\n    return f{j}(x) + f{j}(x + {i})\n"),
        100,
    ),
    Shape("functions within functions", _nested("def f{i}(x):", "pass"), 20),
    Shape(
        "functions handed on",
        _around("def f0(g, x):\n    return g(x)\n", "def f{i}(g, x):\n    return f{j}(lambda y: g(y) + g(y), x)\n"),
        50,
    ),
    Shape("sum of many", _chain("x = a", " + a"), 500),
    Shape("attributes of attributes", _chain("x = a", ".b"), 400),
    Shape("subscripts of subscripts", _chain("x = a", "[0]"), 400),
    Shape("calls of results", _chain("x = a", "()"), 400),
    Shape("methods of results", _chain("x = torch.ones(1)", ".relu()"), 250),
    Shape("calls in calls", lambda size: "x = " + "f(" * size + ")" * size + "\n", 20),
    Shape("and of many", _chain("x = a", " and a"), 1000),
    Shape("comparison of many", _chain("x = a", " < a"), 1000),
    Shape("not not", _chain("x = ", "not ", "a\n"), 400),
    Shape("conditional expressions", lambda size: "x = " + "1 if a else " * size + "2\n", 100),
    Shape("elif", _around("x = torch.ones(1)\nif a == 0:\n    x = 1\n", "elif a == {i}:\n    x = x + {i}\n"), 250),
    Shape(
        "elif that returns",
        _around("def f(a):\n    if a == 0:\n        return 1\n", "    elif a == {i}:\n        return {i}\n"),
        250,
    ),
    Shape("if, one after the other", _lines("if a{i}:\n    x{i} = {i}\n"), 750),
    Shape("if and else of one name", _around("x = 0\n", "if a{i}:\n    x = torch.ones(1)\nelse:\n    x = {i}\n"), 750),
    Shape("if in functions", _around("def f(x):\n", "    if a{i}:\n        x = x + x\n"), 750),
    Shape("if with return", _around("def f(x):\n", "    if a == {i}:\n        return x + {i}\n"), 500),
    Shape("nested if", _nested("if a{i}:", "x = 1"), 20),
    Shape("nested loops", _nested("for a{i} in b:", "x = x + a0"), 5),
    Shape("nested while and else", _nested("while a{i}:", "x = x + a0"), 5),
    Shape("loops", _lines("for i in a{i}:\n    x = i\n"), 500),
    Shape("nested with", _nested("with a{i} as b{i}:", "x = 1"), 20),
    Shape(
        "items of one with",
        lambda size: "with " + ", ".join(f"a{i} as b{i}" for i in range(size)) + ":\n    x = 1\n",
        250,
    ),
    Shape("with no_grad, one after the other", _lines("with torch.no_grad():\n    x{i} = {i}\n"), 500),
    Shape("try and except", _lines("try:\n    x{i} = f()\nexcept ValueError:\n    x{i} = None\n"), 500),
    Shape("handlers of one try", _around("try:\n    x = f()\n", "except E{i} as e:\n    x = {i}\n"), 500),
    Shape("cases of one match", _around("match a:\n", "    case {i}:\n        x{i} = {i}\n"), 250),
    Shape("decorators of one function", _around("", "@d{i}\n", "def f(x):\n    return x\n"), 250),
    Shape("elements of a list", _around("x = [\n", "    {i},\n", "]\n"), 5000),
    Shape("tensors of a list", _around("x = [\n", "    torch.ones({i}),\n", "]\n"), 500),
    Shape("elements of a dict", _around("x = {\n", "    'a{i}': {i},\n", "}\n"), 5000),
    Shape("tuples of a tuple", _around("x = (\n", "    (1, ({i}, 2)),\n", ")\n"), 2500),
    Shape("lists in lists", lambda size: "x = " + "[" * size + "]" * size + "\n", 20),
    Shape("assignments to one name", _lines("x = {i}\n"), 2500),
    Shape("tensors to one name", _around("x = torch.ones(1)\n", "x = x + {i}\n"), 500),
    Shape("augmented assignments", _around("x = torch.ones(1)\n", "x += {i}\n"), 500),
    Shape("assignments to attributes", _around("class A: ...\na = A()\n", "a.b{i} = {i}\n"), 500),
    Shape("appends to one list", _around("x = []\n", "x.append(torch.ones({i}))\n"), 500),
    Shape("names", _lines("x{i} = {i}\n"), 2500),
    Shape("names that copy a name", _around("x0 = torch.ones(1)\n", "x{i} = x{j}\n"), 500),
    Shape("pairs in pairs", _around("x0 = (torch.ones(1), 1)\n", "x{i} = (x{j}, x{j})\n"), 10),
    Shape("lists added up", _around("x0 = [torch.ones(1)]\n", "x{i} = x{j} + x{j}\n"), 100),
    Shape("global names", _lines("def f{i}():\n    global g\n    g = {i}\n"), 500),
    Shape("parameters", lambda size: "def f(" + ", ".join(f"a{i}=1" for i in range(size)) + "):\n    return a0\n", 500),
    Shape(
        "arguments", lambda size: "def f(*a):\n    return a\nf(" + ", ".join(f"{i}" for i in range(size)) + ")\n", 1000
    ),
    Shape("comprehension clauses", lambda size: "x = [1 " + "for a in b " * size + "]\n", 25),
    Shape("comprehensions", _lines("x{i} = [a for a in b{i}]\n"), 500),
    Shape("lambdas in lambdas", lambda size: "x = " + "lambda a: " * size + "1\n", 50),
    Shape("targets of one assignment", lambda size: "".join(f"x{i} = " for i in range(size)) + "1\n", 500),
    Shape("parts of an f-string", lambda size: 'x = f"' + "{a}" * size + '"\n', 1000),
    Shape("one long string", lambda size: 'x = "' + "a" * size + '"\n', 250_000),
    Shape("strings side by side", lambda size: "x = (" + "'a' " * size + ")\n", 5000),
    Shape("one long line", lambda size: "x = 1; " * size + "\n", 2500),
    Shape("one long line, not ASCII", lambda size: "x = 'ü'; " * size + "\n", 2500),
    Shape("empty lines", lambda size: "\n" * size, 100_000),
    Shape("brackets around one name", lambda size: "x = " + "(" * size + "a" + ")" * size + "\n", 20),
    Shape("one long comment", lambda size: "# " + "torchlint: " * size + "\n", 10_000),
    Shape("blanks in a comment", lambda size: "x = 1  # torchlint:" + " " * size + "x\n", 10_000),
    Shape("backslashes", lambda size: "x = 1" + " \\\n" * size + f"  {IGNORE}\n", 1000),
    Shape("imports", _lines("import a{i}.b\n"), 1000),
    Shape("names of one import", lambda size: "from a import " + ", ".join(f"b{i}" for i in range(size)) + "\n", 1000),
    Shape("training loops", _lines(LEAK), 50),
    Shape("optimizers", _around(f"m = {NET}\n", "o{i} = torch.optim.SGD(m.parameters())\no{i}.step()\n"), 125),
    Shape("hooks", _around(f"m = {NET}\n", "m.register_forward_hook(lambda *a: None)\n"), 250),
    Shape(
        "collectives after an early exit",
        _around("def f(x, rank):\n    if rank != 0:\n        return\n", "    torch.distributed.all_reduce(x[{i}])\n"),
        500,
    ),
    Shape(
        "saves after early exits",
        _around(
            "def f(m, rank):\n    torch.distributed.init_process_group()\n",
            "    if a{i}:\n        return\n    torch.save(m.state_dict(), 'a{i}.pt')\n    torch.load('a{i}.pt')\n",
        ),
        125,
    ),
    Shape(
        "saves behind functions called twice",
        _around(
            "def f0(m):\n    torch.save(m.state_dict(), 'a.pt')\n",
            "def f{i}(m):\n    f{j}(m)\n    f{j}(m)\n    f{j}(m)\n",
        ),
        100,
    ),
    Shape(
        "readings of a clock",
        _around(f"import time\nm = {NET}.cuda()\n", "t{i} = time.time()\ny = m(x)\nprint(time.time() - t{i})\n"),
        250,
    ),
    Shape(
        "steps under conditions",
        _around(
            f"m = {NET}\no = torch.optim.SGD(m.parameters())\nfor x in d:\n    m(x).sum().backward()\n",
            "    if a{i}: o.step()\n",
        ),
        250,
    ),
    Shape(
        "functions that train, called in one loop",
        lambda size: (
            _lines(STEP)(size)
            + f"m = {NET}\no = torch.optim.SGD(m.parameters())\nfor x in d:\n"
            + _lines("    f{i}(m, o, x)\n")(size)
        ),
        150,
    ),
    Shape("tensors that methods make", _plain_tensors, 125),
    Shape(
        "classes that are called wrongly",
        _lines("class C{i}(nn.Module):\n    def forward(self, x):\n        return x\ny{i} = C{i}()(1, 2)\n"),
        250,
    ),
    Shape(
        "layers added to one list",
        _around(
            "def f(n):\n    layers = []\n",
            f"    l = {NET}\n    for _ in range(n):\n        layers.append(l)\n",
            "    return nn.Sequential(*layers)\n",
        ),
        200,
    ),
    Shape(
        "terms of a loss under conditions",
        _around(
            f"m = {NET}\nloss = m(x).sum()\n",
            "if a{i}:\n    loss = loss + m(x).mean()\n",
            "loss.backward()\n",
        ),
        125,
    ),
    Shape("changes of an argument", _around("def f(x):\n", "    x.add_({i})\n    x[{i}] = 0\n", "    return x\n"), 200),
    Shape("modes", _around(f"m = {NET}\n", "m.eval()\nm.train()\n"), 250),
    Shape("calls of one model", _around(f"m = {NET}\n", "y{i} = m(x)\n"), 250),
    Shape("cells of a notebook", _notebook("import torch\nx = {i}\n"), 500),
    Shape("cells that nothing can read", _notebook("import torch\nx = = {i}\n"), 250),
    Shape("cells with magics", _notebook("%matplotlib inline\nimport torch\n!ls {i}\n"), 250),
    Shape("a chain of imports", _import_chain, 50),
    Shape("a ring of star imports", _star_ring, 50),
    Shape("a ring of packages", _package_ring, 25),
    Shape("labels that functions hand on", _labels_handed_on, 100),
    Shape(
        "resumed loops over epochs",
        _around(
            "def save(epoch, m, p):\n    torch.save({'epoch': epoch, 'm': m.state_dict()}, p)\n"
            "def resume(m, p):\n    c = torch.load(p)\n    m.load_state_dict(c['m'])\n    return c['epoch']\n",
            "def f{i}(m, p, n):\n    start = resume(m, p)\n    for epoch in range(start, n):\n"
            "        train(m)\n        save(epoch, m, p)\n",
            "",
        ),
        50,
    ),
    Shape("a table of classes", _table_of_classes, 125),
    Shape("small files without torch", _small_files, 250),
)
