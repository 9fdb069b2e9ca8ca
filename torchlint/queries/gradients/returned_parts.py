"""What expressions are that a function of the project returns, alone or as one of several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries.analysed_files import file_around
from torchlint.queries.file import ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DEEPEST = 3  # functions that return what another one returns


def returned_expressions(file: File, node: tree.Node) -> list[tree.Expression]:
    """The expressions of which an expression is one, at each `return` of the function of this file that is called.

    That of `f(x)`, of `f(x)[0]`, and of `a` after `a, b = f(x)`; empty where the function or one of these is not seen.
    """
    found = returned_views(file, node)
    return [one.node for one in found if one.file is file]


def returned_views(file: File, node: tree.Node) -> list[ExpressionView]:
    """The same of a function in whatever file of the project."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Call):
        return _returned(file, node, None)
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant):
        whole, index = resolved_expression(file.tree, node.value), node.index.value
        return _returned(file, whole, index) if isinstance(whole, tree.Call) and type(index) is int else []
    definition = reaching_definition(file.tree, node) if isinstance(node, tree.Name) else None
    if definition is None or not isinstance(definition.node, tree.Assign) or definition.value is not None:
        return []
    targets, source = definition.node.targets[0], definition.source
    if not isinstance(targets, tree.Tuple) or definition.target not in targets.elements:
        return []
    if any(isinstance(one, tree.Starred) for one in targets.elements) or not isinstance(source, tree.Call):
        return []
    return _returned(file, source, targets.elements.index(definition.target))


def returning_call(file: File, node: tree.Node) -> tree.Call | None:
    """The call whose result, or a part of it, an expression is."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Subscript):
        node = resolved_expression(file.tree, node.value)
    if isinstance(node, tree.Name) and (definition := reaching_definition(file.tree, node)) is not None:
        node = definition.source or node
    return node if isinstance(node, tree.Call) else None


def _returned(file: File, call: tree.Call, index: int | None, depth: int = 0) -> list[ExpressionView]:
    """What the function returns that a call leads to, or what is at an index of the tuple that it returns."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    inside = file_around(file, function.node) if function is not None and not function.is_generator else None
    if function is None or inside is None or function.has_other_result:
        return []
    found: list[ExpressionView] = []
    for one in tree.walk(function.node, into_functions=False):
        if not isinstance(one, tree.Return):
            continue
        if one.value is None:
            return []
        value = resolved_expression(inside.tree, one.value)
        if index is not None and isinstance(value, tree.Call) and depth < _DEEPEST:
            inner = _returned(inside, value, index, depth + 1)  # `return split(x)`
            if not inner:
                return []
            found += inner
            continue
        if index is not None:
            parts = value.elements if isinstance(value, tree.Tuple) else []
            if index >= len(parts) or any(isinstance(part, tree.Starred) for part in parts):
                return []
            value = parts[index]
        found.append(ExpressionView(inside, value))
    return found
