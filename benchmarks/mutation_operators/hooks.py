"""Hooks, and what they keep and return."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, method, operator, replaced, statements

_REGISTERS = ("register_forward_hook", "register_forward_pre_hook", "register_full_backward_hook", "register_hook")


def _hooks(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions and methods that are registered by their names."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and method(node, *_REGISTERS)]
    names = {ast.unparse(call.args[0]).rpartition(".")[2] for call in calls if call.args}
    factories = {name.partition("(")[0] for name in names}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            if node.name in names:
                yield node
            elif node.name in factories:
                yield from (
                    inner for inner in ast.walk(node) if isinstance(inner, ast.FunctionDef) and inner is not node
                )


def _live_activations(tree: ast.Module) -> Iterator[Replacement]:
    """A hook keeps `output` instead of `output.detach()`."""
    for hook in _hooks(tree):
        for node in ast.walk(hook):
            call = method(node, "detach")
            if call is not None and isinstance(call.func, ast.Attribute):
                yield replaced(call, ast.unparse(call.func.value))


def _outputs_replaced(tree: ast.Module) -> Iterator[Replacement]:
    """A forward hook that keeps `output.detach()` returns it, too."""
    for hook in _hooks(tree):
        last = hook.body[-1]
        if isinstance(last, (ast.Expr, ast.Assign)) and not any(isinstance(n, ast.Return) for n in ast.walk(hook)):
            kept = [call for node in ast.walk(last) if (call := method(node, "detach"))]
            if kept:
                yield replaced(last, f"{ast.unparse(last)}; return {ast.unparse(kept[0])}")


def _parameters_missing(tree: ast.Module) -> Iterator[Replacement]:
    """`def hook(module, args, output)` becomes `def hook(module, output)`."""
    for hook in _hooks(tree):
        arguments = hook.args.args
        if len(arguments) > 2 and not hook.args.vararg and not hook.args.defaults:
            yield replaced(arguments[-2], ast.unparse(arguments[-1]), arguments[-1])


def _registered_in_forward(tree: ast.Module) -> Iterator[Replacement]:
    """A hook of the constructor is registered by each forward."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        methods = {method.name: method for method in node.body if isinstance(method, ast.FunctionDef)}
        if "__init__" in methods and "forward" in methods:
            own = {argument.arg for argument in methods["__init__"].args.args} - {"self"}
            for statement in methods["__init__"].body:
                if isinstance(statement, ast.Expr) and method(statement.value, *_REGISTERS):
                    if not own & {name.id for name in ast.walk(statement) if isinstance(name, ast.Name)}:
                        first = methods["forward"].body[-1]
                        yield replaced(first, f"{ast.unparse(statement)}\n{ast.unparse(first)}")


OPERATORS = (
    operator("hook kept", "hook-never-removed", statements("remove", arguments=0), r"register_\w*hook"),
    operator("hook keeps graphs", "hook-stores-live-activation list-accumulates-graph", _live_activations),
    operator("hook returns what it keeps", "hook-replaces-output", _outputs_replaced, "register_forward_hook"),
    operator("hook without a parameter", "hook-bad-signature", _parameters_missing),
    operator("hook registered in forward", "hook-registered-in-forward-or-loop", _registered_in_forward),
)
