"""Edits write what a person would: the file's own names, newlines and indentation, and the same meaning."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import pytest

from torchlint.finding import Edit
from torchlint.queries import File
from torchlint.rule import Rule
from torchlint.syntax import cst_parser, edits, tree


def applied(text: str, found: Iterable[Edit]) -> str:
    """The text after the edits."""
    for edit in sorted(found, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def expression(syntax: tree.Tree, text: str) -> tree.Node:
    """The outermost node that is written like this."""
    return next(n for n in tree.walk(syntax.root) if syntax.text_of(n) == text and not isinstance(n, _NOT_EXPRESSIONS))


_NOT_EXPRESSIONS = (tree.ExpressionStatement, tree.Argument, tree.Module)


@pytest.mark.parametrize(
    ("text", "at", "becomes"),
    [
        ("total += loss", "loss", "total += loss.detach()"),
        ("total += self.losses[i]", "self.losses[i]", "total += self.losses[i].detach()"),
        ("total += f(x)", "f(x)", "total += f(x).detach()"),
        ("total += a + b", "a + b", "total += (a + b).detach()"),
        ("total += (a + b)", "a + b", "total += ((a + b).detach())"),
        ("total += -loss", "-loss", "total += (-loss).detach()"),
        ("total += a if b else c", "a if b else c", "total += (a if b else c).detach()"),
        ("f(k=a * b)", "a * b", "f(k=(a * b).detach())"),
        ("x.append(await y)", "await y", "x.append((await y).detach())"),
        ("x.append(y := z)", "y := z", "x.append((y := z).detach())"),
        ("x += f(\n    a,\n)", "f(\n    a,\n)", "x += f(\n    a,\n).detach()"),
        ("x += größe * 'ß'", "größe * 'ß'", "x += (größe * 'ß').detach()"),
        ("x += (lambda: 0)", "lambda: 0", "x += ((lambda: 0).detach())"),
    ],
)
def test_then_calls_a_method_on_the_whole_value(text: str, at: str, becomes: str) -> None:
    if "await" in text:
        text, becomes = f"async def f():\n    {text}", f"async def f():\n    {becomes}"
    syntax = cst_parser.parse(text)
    result = applied(text, edits.then(expression(syntax, at), ".detach()"))
    assert result == becomes
    ast.parse(result)


@pytest.mark.parametrize(
    ("text", "at", "by", "becomes"),
    [
        ("x = f(a)  # why", "f(a)", "g", "x = g  # why"),
        ("x = (a +\n  b)", "a +\n  b", "c", "x = (c)"),
        ("x, y = a, b", "a", "c", "x, y = c, b"),
    ],
)
def test_replace_touches_nothing_else(text: str, at: str, by: str, becomes: str) -> None:
    syntax = cst_parser.parse(text)
    assert applied(text, edits.replace(expression(syntax, at), by)) == becomes


@pytest.mark.parametrize(
    ("text", "call", "inside", "becomes"),
    [
        ("y = torch.sigmoid(x)", "torch.sigmoid(x)", "x", "y = x"),
        ("y = x.sigmoid()", "x.sigmoid()", "x", "y = x"),
        ("loss = f(torch.sigmoid(a + b), y)", "torch.sigmoid(a + b)", "a + b", "loss = f(a + b, y)"),
        ("y = F.softmax(self.net(x), dim=1)", "F.softmax(self.net(x), dim=1)", "self.net(x)", "y = self.net(x)"),
        ("y = torch.sigmoid( x )  # why", "torch.sigmoid( x )", "x", "y = x  # why"),
        ("y = (a + b).sigmoid()", "(a + b).sigmoid()", "a + b", "y = a + b"),
        ("y = f(\n    torch.sigmoid(x),\n    z,\n)", "torch.sigmoid(x)", "x", "y = f(\n    x,\n    z,\n)"),
        ("y = torch.sigmoid(\n    x\n)", "torch.sigmoid(\n    x\n)", "x", "y = x"),
        ("y = softmax(input=x, dim=1)", "softmax(input=x, dim=1)", "x", "y = x"),
    ],
)
def test_unwrap_leaves_only_the_argument(text: str, call: str, inside: str, becomes: str) -> None:
    result = unwrapped(text, call, inside)
    assert result == becomes
    ast.parse(result)


def unwrapped(text: str, call: str, inside: str) -> str:
    syntax = cst_parser.parse(text)
    wrapper = expression(syntax, call)
    assert isinstance(wrapper, tree.Call)
    return applied(text, edits.unwrap(syntax, wrapper, expression(syntax, inside)))


@pytest.mark.parametrize(
    ("text", "call", "inside", "means"),
    [
        ("y = torch.sigmoid(a + b) * c", "torch.sigmoid(a + b)", "a + b", "y = (a + b) * c"),
        ("y = torch.sigmoid(a + b).view(-1)", "torch.sigmoid(a + b)", "a + b", "y = (a + b).view(-1)"),
        ("y = torch.sigmoid(\n    a\n    + b\n)", "torch.sigmoid(\n    a\n    + b\n)", "a\n    + b", "y = (a + b)"),
        ("y = (\n    a\n    + b\n).sigmoid()", "(\n    a\n    + b\n).sigmoid()", "a\n    + b", "y = (a + b)"),
        ("y = -torch.sigmoid(a + b)", "torch.sigmoid(a + b)", "a + b", "y = -(a + b)"),
        ("f(torch.sigmoid(a if b else c), d)", "torch.sigmoid(a if b else c)", "a if b else c", "f(a if b else c, d)"),
    ],
)
def test_unwrap_keeps_what_belongs_together(text: str, call: str, inside: str, means: str) -> None:
    """However the result is written, it must be read as the argument standing for itself."""
    assert ast.dump(ast.parse(unwrapped(text, call, inside))) == ast.dump(ast.parse(means))


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("def f(): pass\n", "@torch.no_grad()\ndef f(): pass\n"),
        ("async def f():\n    pass\n", "@torch.no_grad()\nasync def f():\n    pass\n"),
        ("class A:\n    def f(self): pass\n", "class A:\n    @torch.no_grad()\n    def f(self): pass\n"),
        ("if a:\n\tdef f(): pass\n", "if a:\n\t@torch.no_grad()\n\tdef f(): pass\n"),
        ("@a\n@b(1)\ndef f(): pass\n", "@a\n@b(1)\n@torch.no_grad()\ndef f(): pass\n"),
        ("x = 1\r\ndef f(): pass\r\n", "x = 1\r\n@torch.no_grad()\r\ndef f(): pass\r\n"),
        ("x = 1\rdef f(): pass\r", "x = 1\r@torch.no_grad()\rdef f(): pass\r"),
        ("x = 1\n\x0cdef f(): pass\n", "x = 1\n\x0c@torch.no_grad()\n\x0cdef f(): pass\n"),
        ("# ä\ndef größe(): pass", "# ä\n@torch.no_grad()\ndef größe(): pass"),
    ],
)
def test_decorate_puts_the_decorator_closest_to_the_def(text: str, becomes: str) -> None:
    syntax = cst_parser.parse(text)
    (function,) = syntax.all(tree.FunctionDef)
    result = applied(text, edits.decorate(syntax, function, "@torch.no_grad()"))
    assert result == becomes
    ast.parse(result)


def _spelled(text: str) -> tuple[str, tuple[Edit, ...]]:
    """How a file can write no_grad at its end."""
    spelled = edits.spelling(cst_parser.parse(text), "torch.no_grad", len(text))
    assert spelled is not None
    return spelled


@pytest.mark.parametrize(
    ("imports", "written"),
    [
        ("import torch", "torch.nn.functional.logsigmoid"),
        ("import torch as th", "th.nn.functional.logsigmoid"),
        ("import torch.nn", "torch.nn.functional.logsigmoid"),
        ("import torch.nn as nn", "nn.functional.logsigmoid"),
        ("import torch.nn.functional as F", "F.logsigmoid"),
        ("from torch.nn import functional as F", "F.logsigmoid"),
        ("from torch.nn import functional", "functional.logsigmoid"),
        ("from torch import nn", "nn.functional.logsigmoid"),
        ("from torch.nn.functional import logsigmoid", "logsigmoid"),
        ("from torch.nn.functional import logsigmoid as ls", "ls"),
        ("import os, torch", "torch.nn.functional.logsigmoid"),
        ("import torch\nimport torch.nn.functional as F", "F.logsigmoid"),
        ("import torch.nn.functional as F\nimport torch", "F.logsigmoid"),
        ("from torch.nn.functional import (\n    relu,\n    logsigmoid,\n)", "logsigmoid"),
        ("try:\n    import torch.cuda\nexcept ImportError:\n    pass", "torch.nn.functional.logsigmoid"),
    ],
)
def test_spelling_uses_the_names_of_the_file(imports: str, written: str) -> None:
    syntax = cst_parser.parse(f"{imports}\nx = 1\n")
    assert edits.spelling(syntax, "torch.nn.functional.logsigmoid", len(syntax.text)) == (written, ())


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("x = 1\n", "import torch\nx = 1\n"),
        ('"""Doc."""\nx = 1\n', '"""Doc."""\nimport torch\nx = 1\n'),
        (
            '"""Doc."""\nfrom __future__ import annotations\nimport os\n',
            '"""Doc."""\nfrom __future__ import annotations\nimport torch\nimport os\n',
        ),
        ("from __future__ import annotations; x = 1\n", "from __future__ import annotations; import torch\nx = 1\n"),
        (
            "#!/usr/bin/env python\n# coding: utf-8\nx = 1\n",
            "#!/usr/bin/env python\n# coding: utf-8\nimport torch\nx = 1\n",
        ),
        ("x = 1\r\ny = 2\r\n", "import torch\r\nx = 1\r\ny = 2\r\n"),
        ("x = 1\ry = 2\r", "import torch\rx = 1\ry = 2\r"),
        ("@a\ndef f(): pass\n", "import torch\n@a\ndef f(): pass\n"),
        ("@ a\nclass C: pass\n", "import torch\n@ a\nclass C: pass\n"),
        ("@(a)\ndef f(): pass\n", "import torch\n@(a)\ndef f(): pass\n"),
        ("from .torch import nn\n", "import torch\nfrom .torch import nn\n"),
        ("import torchvision\n", "import torch\nimport torchvision\n"),
        ("def f():\n    import torch\n", "import torch\ndef f():\n    import torch\n"),
        ('"""Doc."""\n', '"""Doc."""\nimport torch\n'),
        ('"""Doc."""', '"""Doc."""\nimport torch\n'),
        ("from torch.nn import Linear\n", "import torch\nfrom torch.nn import Linear\n"),
    ],
)
def test_spelling_imports_what_is_missing(text: str, becomes: str) -> None:
    written, imports = _spelled(text)
    assert written == "torch.no_grad"
    result = applied(text, imports)
    assert result == becomes
    assert "torch" in [
        alias.name for node in ast.walk(ast.parse(result)) if isinstance(node, ast.Import) for alias in node.names
    ]


def test_spelling_knows_what_a_star_import_brings() -> None:
    assert _spelled("from torch import *\n")[0] in ("no_grad", "torch.no_grad")


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("a", "\n"), ("a\nb\r\n", "\n"), ("a\r\nb\n", "\r\n"), ("a\rb", "\r"), ("\n", "\n"), ("\r\n", "\r\n")],
)
def test_the_newline_of_a_file_is_that_of_its_first_line(text: str, newline: str) -> None:
    assert edits.newline(text) == newline


LONG = "self.classifier_network(features[:, self.indices_of_classes])"


@pytest.mark.parametrize("logits", ["x", LONG, "a[\n        0  # why\n    ]"])
def test_a_fix_writes_code_out_in_full(logits: str, pack: dict[str, Rule]) -> None:
    """What messages shorten is not what fixes may write."""
    start = "import torch\n\n\ndef loss(self, features, a, x):\n    return "
    text = f"{start}torch.log(torch.sigmoid({logits}))\n"
    check = pack["sigmoid-in-loss"].check
    assert check is not None
    (finding,) = check(File("a.py", text))
    assert finding.fix is not None
    means = f"{start}torch.nn.functional.logsigmoid({logits})\n"
    assert ast.dump(ast.parse(applied(text, finding.fix.edits))) == ast.dump(ast.parse(means))
