"""What modules hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, called, method, operator, replaced


def _plain_containers(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.ModuleList([...])` becomes the list, `nn.ModuleDict({...})` the dict."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("ModuleList", "ModuleDict", "ParameterList"):
            if len(node.args) == 1 and isinstance(node.args[0], (ast.List, ast.ListComp, ast.Dict, ast.DictComp)):
                yield replaced(node, ast.unparse(node.args[0]))
            elif not node.args and not node.keywords:
                yield replaced(node, "[]" if called(node) != "ModuleDict" else "{}")


def _plain_buffers(tree: ast.Module) -> Iterator[Replacement]:
    """`self.register_buffer("name", value)` becomes `self.name = value`."""
    for node in ast.walk(tree):
        call = method(node.value, "register_buffer") if isinstance(node, ast.Expr) else None
        if not isinstance(node, ast.Expr) or call is None or len(call.args) != 2:
            continue
        name, value = call.args
        attribute = name.value if isinstance(name, ast.Constant) else None
        if isinstance(attribute, str) and attribute.isidentifier() and isinstance(call.func, ast.Attribute):
            yield replaced(node, f"{ast.unparse(call.func.value)}.{attribute} = {ast.unparse(value)}")


OPERATORS = (
    operator("plain container", "module-in-plain-container", _plain_containers),
    operator("plain buffer", "plain-tensor-attribute-not-buffer", _plain_buffers),
)
