"""Functions of a file that tell when they begin and when they return, in their own frames."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

HANDLE = "__torchlint__"  # the name by which rewritten code knows what it calls

Place = tuple[int, int, int, int]


def tell_calls(tree: ast.Module, places: Collection[Place], place_of: Callable[[Any], Place]) -> None:
    """Make the functions and lambdas at these places tell of their calls; generators and coroutines are left alone."""
    for node in list(ast.walk(tree)) if places else ():
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)) or place_of(node) not in places:
            continue
        if isinstance(node, ast.FunctionDef) and not _yields(node.body):
            _tell_of(node)
        elif isinstance(node, ast.Lambda) and not _yields([node.body]):
            node.body = ast.copy_location(_left(_entered(), node.body), node.body)


def _yields(body: Iterable[ast.AST]) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in _own_nodes(body))


def _own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """What of a function's body runs in the function's own frame."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            waiting.extend(ast.iter_child_nodes(node))


def _tell_of(function: ast.FunctionDef) -> None:
    for node in _own_nodes(function.body):
        if isinstance(node, ast.Return):
            result = node.value or ast.copy_location(ast.Constant(None), node)
            node.value = ast.copy_location(_left(ast.Constant(None), result), result)
    body = function.body
    first = 0 if ast.get_docstring(function, clean=False) is None else 1
    while first < len(body) and isinstance(body[first], (ast.Global, ast.Nonlocal)):
        first += 1  # no code of these lines ever runs
    begin = ast.copy_location(ast.Expr(_entered()), body[min(first, len(body) - 1)])
    if not isinstance(body[-1], (ast.Return, ast.Raise)):
        end = _left(ast.Constant(None), ast.Constant(None))
        body.append(ast.copy_location(ast.Expr(end), body[-1]))
    body.insert(first, begin)


def _entered() -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name(HANDLE, ast.Load()), "entered", ast.Load()), [], [])


def _left(before: ast.expr, result: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name(HANDLE, ast.Load()), "left", ast.Load()), [before, result], [])
