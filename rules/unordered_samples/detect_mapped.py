"""Functions that make a list in the order of one that they are given: `load_all(paths)`, one sample for each path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import checkpoints, file_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What gives out the elements of its first argument in their order; and a pool's methods that do of their second.
_KEEPERS = frozenset(("list", "tuple", "zip", "enumerate", "tqdm"))
MAPS = frozenset(("map", "imap", "starmap"))
_DEEPEST = 6


def mapped_argument(file: File, call: tree.Call) -> tree.Expression | None:
    """What a call of the project's function is given for the list in whose order it returns its own."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    around = file_around(file, function.node) if function is not None else None
    if function is None or around is None or not isinstance(function.node, tree.FunctionDef):
        return None
    if function.is_generator or function.has_other_result:
        return None
    names = around.tree.once(_parameters_returned, function.node)
    if len(names) != 1:
        return None
    parameter = next(one for one in function.node.parameters if one.name in names)
    return checkpoints.FunctionCall(file.tree, call, function.node).given(parameter)


def _parameters_returned(syntax: tree.Tree, function: tree.Node) -> frozenset[str]:
    """The parameters in whose order each `return` of a function gives a list; empty if one gives something else."""
    returned = [one.value for one in syntax.own(function, tree.Return)]
    names = [_parameter(syntax, one, 0) if one is not None else "" for one in returned]
    return frozenset(names) if names and all(names) else frozenset()


def _parameter(syntax: tree.Tree, node: tree.Expression, depth: int) -> str:
    """The parameter that a list has its order from; empty if that is not seen."""
    if depth > _DEEPEST:
        return ""
    if isinstance(node, tree.Name):
        made = reaching_definitions(syntax, node)
        names = {_of_definition(syntax, node, one, depth) if one is not None else "" for one in made}
        return names.pop() if len(names) == 1 else ""
    if isinstance(node, tree.Comprehension) and node.kind in ("list", "generator"):
        return _parameter(syntax, node.clauses[0].iter, depth + 1)
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Slice):
        return _parameter(syntax, node.value, depth + 1)
    if isinstance(node, tree.Call) and node.args and not node.args[0].star:
        if tree.last_part(node.func) in _KEEPERS:
            return _parameter(syntax, node.args[0].value, depth + 1)
        if tree.last_part(node.func) in MAPS and len(node.args) > 1:
            return _parameter(syntax, node.args[1].value, depth + 1)
    return ""


def _of_definition(syntax: tree.Tree, name: tree.Name, made: Definition, depth: int) -> str:
    """The same for one way on which a name is given a list: also an empty one that a loop fills."""
    if made.kind == "parameter":
        return made.name
    if made.value is None:
        return ""
    if not isinstance(made.value, tree.List) or made.value.elements:
        return _parameter(syntax, made.value, depth + 1)
    for call in syntax.once(_appends, syntax.scope(name)).get(name.id, ()):
        filled = call.func.value if isinstance(call.func, tree.Attribute) else None
        if isinstance(filled, tree.Name) and made in reaching_definitions(syntax, filled):
            loop = syntax.above(call, tree.For, tree.FunctionDef)
            return _parameter(syntax, loop.iter, depth + 1) if isinstance(loop, tree.For) else ""
    return ""


def _appends(syntax: tree.Tree, scope: tree.Node) -> dict[str, list[tree.Call]]:
    """The calls of a scope that append to a variable, by its name."""
    found: dict[str, list[tree.Call]] = {}
    for call in syntax.own(scope, tree.Call):
        if isinstance(call.func, tree.Attribute) and call.func.attr == "append":
            if isinstance(call.func.value, tree.Name):
                found.setdefault(call.func.value.id, []).append(call)
    return found
