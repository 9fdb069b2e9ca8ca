"""Functions of torch that tell us when they begin and end: in their own frames, so that tracebacks stay as they are."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any

from . import capture
from .bodies import HANDLE


def tell(function: Any, first: str, last: str = "", knows: Sequence[str] = ()) -> bool:
    """Whether `function` now runs the statement `first` before it begins, and `last`, if there is one, however it ends.

    A function that does not use the names that we know it by is left alone, and so is one whose source is not there.
    """
    try:
        return isinstance(function, FunctionType) and _uses(function, knows) and _with_calls(function, first, last)
    except Exception:
        return False  # what needs it says so


def _uses(function: FunctionType, names: Sequence[str]) -> bool:
    code = function.__code__
    return set(names) <= {*code.co_varnames, *code.co_names}


def _with_calls(function: FunctionType, first: str, last: str) -> bool:
    tree = _tree_of(function)
    definition = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    if definition.decorator_list or definition.name != function.__name__:
        return False
    _put(definition, first, last)
    module = compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
    made = next(code for code in _codes_in(module) if code.co_name == function.__name__)
    function.__globals__[HANDLE] = capture
    function.__code__ = made
    return True


def _tree_of(function: FunctionType) -> ast.Module:
    """The function at its own lines and columns, in a class of the same name as the one that it is in."""
    source = inspect.getsource(function)
    owner = function.__qualname__.rpartition(".")[0]
    above = f"class {owner}:\n" if owner else ""
    tree = ast.parse(above + source)
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1 - len(above.splitlines()))
    return tree


def _put(definition: ast.FunctionDef, first: str, last: str) -> None:
    start = 0 if ast.get_docstring(definition, clean=False) is None else 1
    body = definition.body[start:]
    begins, ends = ast.parse(first).body, ast.parse(last).body
    around = ast.copy_location(ast.Try(body=body, handlers=[], orelse=[], finalbody=ends), body[0])
    for ours in (*begins, *ends):
        for node in ast.walk(ours):
            ast.copy_location(node, body[0])
    definition.body[start:] = [*begins, *([around] if ends else body)]


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)
