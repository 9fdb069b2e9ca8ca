"""The code of the queries, parsed and not imported: where each is defined, and which classes its result leads to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from torchlint.queries.exports import exported

ROOT = Path(__file__).parent.parent
QUERIES = ROOT / "torchlint" / "queries"


class Place(NamedTuple):
    """Something at the top level of a module."""

    module: str
    name: str


@cache
def source_of(module: str) -> str:
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8")


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(source_of(module))


@cache
def topics() -> dict[str, list[Place]]:
    """The topics that export anything, and where each query of theirs is defined: what type checkers are shown."""
    found = {}
    for path in sorted(QUERIES.glob("*/__init__.py")):
        if names := exported(path.read_text(encoding="utf-8")):
            found[path.parent.name] = [Place(module, name) for name, module in sorted(names.items())]
    return found


@cache
def definition(place: Place) -> ast.FunctionDef | ast.ClassDef | None:
    """The function or class of that name; None for anything else, and where the module has no such name."""
    named = (node for node in tree_of(place.module).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return next((node for node in named if node.name == place.name), None)


@cache
def place_of(module: str, name: str) -> Place | None:
    """Where what a name of this module stands for is defined, if that is among the queries."""
    if isinstance(definition(Place(module, name)), ast.ClassDef):
        return Place(module, name)
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("torchlint.queries."):
            if any((alias.asname or alias.name) == name for alias in node.names):
                return Place(node.module or "", name)
    return None


def results(place: Place) -> Iterator[Place]:
    """The classes of queries that a function's result, or a member of a class, is made of."""
    node = definition(place)
    functions = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)] if node else []
    for function in functions:
        if function is node or not function.name.startswith("_"):
            yield from returned(place, function)


def returned(place: Place, function: ast.FunctionDef) -> Iterator[Place]:
    for name in ast.walk(function.returns) if function.returns else ():
        if isinstance(name, ast.Name) and (found := place_of(place.module, name.id)):
            yield found
