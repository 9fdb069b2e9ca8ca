"""Dimensions that are swapped, flattened and squeezed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, method, module_classes, operator, replaced


def _views_for_transposes(tree: ast.Module) -> Iterator[Replacement]:
    """`x.view(b, n, h, d).transpose(1, 2)` becomes `x.view(b, h, n, d)`."""
    for node in ast.walk(tree):
        call = method(node, "transpose")
        inner = method(call.func.value, "view", "reshape") if call and isinstance(call.func, ast.Attribute) else None
        if call is None or inner is None or len(call.args) != 2 or any(isinstance(a, ast.Starred) for a in inner.args):
            continue
        sizes = [ast.unparse(argument) for argument in inner.args]
        dimensions = [ast.unparse(argument) for argument in call.args]
        if not all(re.fullmatch(r"-?\d+", dimension) for dimension in dimensions) or len(sizes) < 3:
            continue
        one, two = (int(dimension) for dimension in dimensions)
        if sizes[one] != sizes[two]:
            sizes[one], sizes[two] = sizes[two], sizes[one]
            yield replaced(call, f"{ast.unparse(inner.func)}({', '.join(sizes)})")


def _transposes_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """`x.transpose(1, 2).reshape(b, n, c)` becomes `x.reshape(b, n, c)`."""
    for node in ast.walk(tree):
        call = method(node, "reshape", "view")
        inner = call.func.value if call and isinstance(call.func, ast.Attribute) else None
        if inner is not None and method(inner, "contiguous") and isinstance(inner, ast.Call):
            inner = inner.func.value if isinstance(inner.func, ast.Attribute) else None
        transposed = method(inner, "transpose", "permute") if inner is not None else None
        if call is None or transposed is None or len(call.args) < 3 or not isinstance(transposed.func, ast.Attribute):
            continue
        arguments = ", ".join(map(ast.unparse, call.args))
        yield replaced(call, f"{ast.unparse(transposed.func.value)}.reshape({arguments})")


def _flattened_batches(tree: ast.Module) -> Iterator[Replacement]:
    """`x.flatten(1)`, `torch.flatten(x, 1)` and `x.view(x.size(0), -1)` become `x.flatten()`, in a forward."""
    for _, methods in module_classes(tree):
        for node in ast.walk(methods["forward"]):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            text, receiver = ast.unparse(node), ast.unparse(node.func.value)
            if re.search(r"torch\.flatten\(.*, (start_dim=)?1\)$", text):
                yield replaced(node, f"torch.flatten({ast.unparse(node.args[0])})")
            elif re.search(r"\.flatten\((start_dim=)?1\)$", text):
                yield replaced(node, f"{receiver}.flatten()")
            elif re.search(r"\.(view|reshape)\(\w+\.(size\(0\)|shape\[0\]), -1\)$", text):
                yield replaced(node, f"{receiver}.{node.func.attr}(-1)")


def _squeezes_of_all(tree: ast.Module) -> Iterator[Replacement]:
    """`self.head(x).squeeze(1)` becomes `self.head(x).squeeze()`, in a forward."""
    for _, methods in module_classes(tree):
        for node in ast.walk(methods["forward"]):
            call = method(node, "squeeze")
            if call is not None and isinstance(call.func, ast.Attribute) and len(call.args + call.keywords) == 1:
                if ast.unparse(call.func.value) != "torch" and not ast.unparse(call).endswith("(0)"):
                    yield replaced(call, f"{ast.unparse(call.func)}()")


OPERATORS = (
    operator("view for a transpose", "view-used-as-transpose", _views_for_transposes),
    operator("transpose left out", "view-used-as-transpose", _transposes_left_out),
    operator("batch flattened", "flatten-takes-the-batch", _flattened_batches),
    operator("squeeze of all", "squeeze-without-dim", _squeezes_of_all),
)
