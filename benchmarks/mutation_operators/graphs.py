"""Graphs that are kept, or cut, too long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, method, operator, replaced, statements


def _functions_with_backward(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(method(inner, "backward") for inner in ast.walk(node)):
            yield node


def _item_in_sum(tree: ast.Module) -> Iterator[Replacement]:
    """`total += loss.item()`, in a function that trains, becomes `total += loss`."""
    for function in _functions_with_backward(tree):
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and "loss" in ast.unparse(node.value):
                for item in filter(None, (method(inner, "item", "detach") for inner in ast.walk(node.value))):
                    if isinstance(item.func, ast.Attribute):
                        yield replaced(item, ast.unparse(item.func.value))


def _item_in_append(tree: ast.Module) -> Iterator[Replacement]:
    """`losses.append(loss.item())`, in a function that trains, becomes `losses.append(loss)`."""
    for function in _functions_with_backward(tree):
        for node in ast.walk(function):
            call = method(node, "append")
            item = method(call.args[0], "item", "detach") if call is not None and len(call.args) == 1 else None
            if item is not None and isinstance(item.func, ast.Attribute) and "loss" in ast.unparse(item):
                yield replaced(item, ast.unparse(item.func.value))


def _detached_arguments(tree: ast.Module) -> Iterator[Replacement]:
    """`discriminator(fake.detach())` becomes `discriminator(fake)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not re.search(r"^(self\.)?(net)?d(is|$|_|\d)|disc|critic", _lower(node)):
            continue
        for argument in node.args:
            call = method(argument, "detach")
            if call is not None and isinstance(call.func, ast.Attribute):
                yield replaced(call, ast.unparse(call.func.value))


def _lower(call: ast.Call) -> str:
    return ast.unparse(call.func).lower()


def _detached_targets(tree: ast.Module) -> Iterator[Replacement]:
    """`mse_loss(value, target.detach())` becomes `mse_loss(value, target)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _LOSSES.search(ast.unparse(node.func)) and len(node.args) > 1:
            call = method(node.args[1], "detach")
            if call is not None and isinstance(call.func, ast.Attribute):
                yield replaced(call, ast.unparse(call.func.value))


_LOSSES = re.compile(r"crit|loss|cross_entropy|bce", re.IGNORECASE)

OPERATORS = (
    operator("sum of graphs", "loss-accumulates-graph list-accumulates-graph", _item_in_sum),
    operator("list of graphs", "list-accumulates-graph loss-accumulates-graph", _item_in_append),
    operator("generator not detached", "generator-not-detached-in-discriminator-step", _detached_arguments),
    operator("target not detached", "target-not-detached", _detached_targets),
    operator("hook kept", "hook-never-removed", statements("remove", arguments=0), r"register_\w*hook"),
)
