"""Calls of functions that freeze parameters, or have them want gradients: `set_trainable(model.backbone, False)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Function
from torchlint.queries import modules, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


class SwitchCall(NamedTuple):
    """A call of such a function."""

    node: tree.Call
    wanted: bool  # whether the parameters want gradients after it
    module: tree.Expression | None  # what it is given, or what its method is called on; None if it is another thing
    rest: tuple[str, ...]  # the part of that which it switches
    same: tuple[object, ...]  # the function, what it is called on, and what it is given but for True or False


@query
def requires_grad_calls(file: File) -> Iterator[SwitchCall]:
    """Each of them, in source order."""
    for call in file.tree.all(tree.Call):
        functions = file.facts.functions.get(call, set())
        function = next(iter(functions)) if len(functions) == 1 else None
        if function is not None and isinstance(function.node, tree.FunctionDef):
            switched = function.unit.tree.once(_switched, function.node)
            wanted = _wanted(function.node, call, switched[0]) if switched is not None else None
            if switched is not None and wanted is not None:
                module, rest = _module(function, call, switched[1])
                on = call.func.value if isinstance(call.func, tree.Attribute) else None
                of = [on] if on is not None and function.owner is not None else []
                of += [one.value for one in call.args if _literal(one.value) is None]
                yield SwitchCall(call, wanted, module, rest, (function.node, *map(file.tree.text_of, of)))


def _switched(syntax: tree.Tree, function: tree.Node) -> tuple[tree.Expression | bool, tree.Node] | None:
    """What a function sets `requires_grad` to, and whose parameters those are; None if it sets nothing."""
    for loop in syntax.own(function, tree.For):
        parameters = modules.parameters_of(loop)
        if parameters is None:
            continue
        for node in tree.walk(loop):
            if isinstance(node, tree.Assign) and any(tree.last_name(one) == "requires_grad" for one in node.targets):
                return node.value, modules.receiver_of(parameters)
            if isinstance(node, tree.Call) and tree.last_name(node.func) == "requires_grad_":
                return tree.positional(node, 0) or True, modules.receiver_of(parameters)
    for call in syntax.own(function, tree.Call):
        if isinstance(call.func, tree.Attribute) and call.func.attr == "requires_grad_":
            return tree.positional(call, 0) or True, call.func.value
    return None


def _wanted(function: tree.FunctionDef, call: tree.Call, value: tree.Expression | bool) -> bool | None:
    """Whether a call has the parameters want gradients, as far as literals say that."""
    if isinstance(value, tree.Name):
        parameter = next((one for one in function.parameters if one.name == value.id), None)
        if parameter is None:
            return None
        given = tree.passed_to(function, call).get(value.id, parameter.default)
        return None if given is None else _literal(given)
    return value if isinstance(value, bool) else _literal(value)


def _literal(node: tree.Node) -> bool | None:
    return True if tree.is_true(node) else False if tree.is_false(node) else None


def _module(function: Function, call: tree.Call, of: tree.Node) -> tuple[tree.Expression | None, tuple[str, ...]]:
    """What the code of a call has for a module of the function, and the part of that."""
    assert isinstance(function.node, tree.FunctionDef)
    first, *rest = (tree.dotted(of) or "").split(".")
    names = [one.name for one in function.node.parameters]
    if first not in names:
        return None, ()
    if names[0] == first and function.is_bound:
        return (call.func.value if isinstance(call.func, tree.Attribute) else None), tuple(rest)
    return function.passed_by(call).get(first), tuple(rest)
