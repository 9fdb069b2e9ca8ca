"""Losses that a function of the project may leave out, so that its caller asks for None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import reaching_definitions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_of_missing_loss(file: File, test: tree.Expression, step: tree.Node, operator: str) -> bool:
    """Whether it is asked for `loss is None`, or `is not`, where the function that computes it may return None."""
    if not isinstance(test, tree.Compare) or test.ops != [operator] or not isinstance(test.left, tree.Name):
        return False
    none = test.comparators[0]
    if not isinstance(none, tree.Constant) or none.value is not None or not is_made_in(file, test.left, step):
        return False
    values = [one.value for one in reaching_definitions(file.tree, test.left) if one is not None]
    if len(values) != 1 or not isinstance(values[0], tree.Call):
        return False
    return any(map(_may_return_none, file.facts.functions.get(values[0], ())))


def is_made_in(file: File, name: tree.Node, loop: tree.Node) -> bool:
    """Whether a name is given its value in the pass: assigned, or taken out of what is looped over."""
    reaching = reaching_definitions(file.tree, name) if isinstance(name, tree.Name) else ()
    return bool(reaching) and all(one is not None and loop.start <= one.node.start < loop.end for one in reaching)


def _may_return_none(function: Function) -> bool:
    """Whether a function returns None on some way, and something else on another."""
    if not isinstance(function.node, tree.FunctionDef):
        return False
    syntax, found = function.unit.tree, set[bool]()
    for returned in syntax.own(function.node, tree.Return):
        if returned.value is None:
            found.add(True)  # `return`
            continue  # there is no expression to look at
        values: list[tree.Node | None] = [returned.value]
        if isinstance(returned.value, tree.Name):
            values = [one.value if one is not None else None for one in reaching_definitions(syntax, returned.value)]
        found |= {isinstance(value, tree.Constant) and value.value is None for value in values}
    return found == {True, False}
