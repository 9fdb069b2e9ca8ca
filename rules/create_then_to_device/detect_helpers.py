"""Functions of the project that give back a tensor that they made on the CPU."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.domain.values import UNKNOWN
from torchlint.knowledge.operations import full_names, has_column
from torchlint.knowledge.signatures import MAKING_KEYWORDS
from torchlint.queries import CallView, file_around, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_FACTORIES = full_names("create-anew")


def made_by_helper(file: File, node: tree.Call) -> CallView | None:
    """The factory's call in the one function that a call leads to, if that returns what it made, and no other tensor.

    A function that mentions a device, or reads anything of a parameter, such as its shape, may compute on a device.
    """
    functions = file.facts.functions.get(node, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef) or function.is_generator:
        return None
    if tree.last_name(node.func) != function.name:
        return None  # handed to something else that calls it
    around = file_around(file, function.node)
    return _maker(around, function.node) if around is not None else None


def _maker(file: File, function: tree.FunctionDef) -> CallView | None:
    found = dict(_makers(file)).get(function)
    return CallView(file, found) if found is not None else None


@query
def _makers(file: File) -> tuple[tuple[tree.FunctionDef, tree.Call], ...]:
    """The functions of a file that return what a factory made on the CPU, with that call."""
    open_calls = [call.node for call in file.calls(*_FACTORIES) if _is_open(call)]
    around = {call: file.tree.above(call, tree.FunctionDef) for call in open_calls}
    functions = dict.fromkeys(f for f in around.values() if isinstance(f, tree.FunctionDef))
    return tuple((f, made) for f in functions if (made := _returned_factory(file, f, set(open_calls))) is not None)


def _is_open(call: CallView) -> bool:
    keywords = {argument.keyword for argument in call.node.args}
    return bool(call.node.args) and not keywords & MAKING_KEYWORDS and not any(a.star == "**" for a in call.node.args)


def _returned_factory(file: File, function: tree.FunctionDef, made: set[tree.Call]) -> tree.Call | None:
    nodes = list(tree.walk(function, into_functions=False))
    if any(_may_choose_device(node) for node in nodes) or not _takes_numbers(file, function, nodes):
        return None
    leads: dict[str, tree.Call] = {}
    for one in assignments_in(function, into_functions=False):
        name = tree.dotted(tree.container(one.target)) if one.target is not None else None
        lead = _lead(one.source, made, leads) if one.source is not None else None
        if name is not None and lead is not None:
            leads.setdefault(name, lead)
    returned = [node.value for node in nodes if isinstance(node, tree.Return)]
    found = [_lead(one, made, leads) if one is not None and _is_tensor(file, one) else None for one in returned]
    return found[0] if found and None not in found else None


def _lead(node: tree.Node, made: set[tree.Call], leads: dict[str, tree.Call]) -> tree.Call | None:
    """The factory's call that an expression holds, or that gave a name in it its value."""
    for one in tree.walk(node):
        if isinstance(one, tree.Call) and one in made:
            return one
        if isinstance(one, tree.Name) and one.id in leads:
            return leads[one.id]
    return None


def _may_choose_device(node: tree.Node) -> bool:
    """Whether code moves a tensor, makes one where another is, calls its object, or speaks of a device."""
    if isinstance(node, (tree.Name, tree.Attribute)):
        name = tree.last_name(node)
        return name in ("self", "device") or name.startswith("new_") or has_column(name, "move", "fetch", "create-like")
    return isinstance(node, tree.Call) and any(argument.keyword == "device" for argument in node.args)


def _takes_numbers(file: File, function: tree.FunctionDef, nodes: list[tree.Node]) -> bool:
    """Whether nothing shows that a parameter is a tensor: it is read whole, and only as a number."""
    names = {one.name for one in function.parameters}
    return not any(_is_read_as_tensor(file, node) for node in _reads(nodes, names))


def _reads(nodes: list[tree.Node], names: set[str]) -> Iterator[tree.Name]:
    yield from (node for node in nodes if isinstance(node, tree.Name) and node.id in names)


def _is_read_as_tensor(file: File, name: tree.Name) -> bool:
    above = file.tree.parents.get(name)
    value = file.facts.values.get(name, UNKNOWN)
    is_held = isinstance(above, (tree.Attribute, tree.Subscript)) and above.value is name
    return is_held or value.is_tensor or value.kind not in ("number", "unknown", "none")


def _is_tensor(file: File, node: tree.Expression) -> bool:
    return file.facts.values.get(node, UNKNOWN).is_tensor
