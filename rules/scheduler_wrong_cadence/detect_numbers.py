"""What a number of steps stands for: through names, attributes of the object, and parameters of what is called once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries import checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 4  # names, attributes and parameters that are followed


def stands_for(file: File, node: tree.Node) -> tree.Node:
    """The expression that gives a number its value, as far as it is known."""
    return list(_ways(file, node))[-1]


def names_of(file: File, node: tree.Node) -> set[str]:
    """The names under which an expression's value is known: `epochs`, `self.epochs` and `args.epochs` may be one."""
    names = {name for one in _ways(file, node) if (name := tree.dotted(one)) is not None}
    part = node
    rest = ""
    while isinstance(part, tree.Attribute):
        rest, part = f".{part.attr}{rest}", part.value
        if isinstance(part, (tree.Name, tree.Attribute)):
            known = (tree.dotted(one) for one in _ways(file, part))
            names |= {f"{name}{rest}" for name in known if name is not None}
    return names


def _ways(file: File, node: tree.Node) -> Iterator[tree.Node]:
    """An expression, and what it stands for one after the other."""
    for _ in range(_DEEPEST):
        yield node
        found = _behind(file, node) if file.holds(node) else None
        if found is None or found is node:
            return
        node = found
    yield node


def _behind(file: File, node: tree.Node) -> tree.Node | None:
    """What a name, an attribute or a parameter is given, if only one place gives it something."""
    if isinstance(node, tree.Attribute) and tree.dotted(node.value) == "self":
        cls = file.tree.above(node, tree.ClassDef)
        given = file.tree.once(_attributes, cls).get(node.attr, []) if cls is not None else []
        return given[0] if len(given) == 1 else None
    if not isinstance(node, tree.Name):
        return None
    resolved = resolved_expression(file.tree, node)
    if resolved is not node:
        return resolved
    one = reaching_definition(file.tree, node)
    return _given(file, one.node) if one is not None and isinstance(one.node, tree.Parameter) else None


def _attributes(_: tree.Tree, cls: tree.Node) -> dict[str, list[tree.Node | None]]:
    """What a class assigns to each attribute of its objects."""
    found: dict[str, list[tree.Node | None]] = {}
    for one in assignments_in(cls):
        if isinstance(one.target, tree.Attribute) and tree.dotted(one.target.value) == "self":
            found.setdefault(one.target.attr, []).append(one.value)
    return found


def _given(file: File, parameter: tree.Parameter) -> tree.Node | None:
    """What the only call of a function gives a parameter, if that is in this file."""
    function = file.tree.above(parameter, tree.FunctionDef)
    calls = list(checkpoints.calls_of(file, function)) if isinstance(function, tree.FunctionDef) else []
    return calls[0].given(parameter) if len(calls) == 1 and calls[0].syntax is file.tree else None
