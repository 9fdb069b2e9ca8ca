"""What sibling methods say of a parameter: that they are given logits, which they take the softmax of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import reaching_definition
from torchlint.knowledge.operations import full_names
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def sibling_taking_logits(file: File, loss: CallView) -> str | None:
    """The method of the same name, of a class with a common base, that takes the softmax of the loss's input.

    Whoever calls one of these methods calls the others alike, so they are given the same.
    """
    given = loss.operand.node if loss.operand is not None else None
    method = next((m for m in _methods(file) if loss.function is not None and m.node is loss.function.node), None)
    if method is None or method.owner is None or not isinstance(given, tree.Name):
        return None
    place = _place_of_parameter(file, method, given)
    if place is None:
        return None
    siblings = (m for m in _methods(file) if m.name == method.name and m is not method)
    return next(
        (
            f"{m.owner.name}.{m.name}"
            for m in siblings
            if m.owner is not None and _are_related(m.owner, method.owner) and _takes_softmax(file, m, place)
        ),
        None,
    )


def _methods(file: File) -> list[Function]:
    return [method for cls in file.analysis.classes for method in cls.methods.values()]


def _are_related(one: Class, other: Class) -> bool:
    """Whether two classes of this file override the methods of one base in the project, or one is the other's base."""
    return not set(one.lineage).isdisjoint(other.lineage)


def _place_of_parameter(file: File, method: Function, given: tree.Name) -> int | None:
    """Which parameter of a method a name still is where it is used; None for other names."""
    definition = reaching_definition(file.tree, given)
    if definition is None or definition.kind != "parameter":
        return None
    names = [parameter.name for parameter in method.node.parameters]
    return names.index(given.id) if given.id in names else None


def _takes_softmax(file: File, method: Function, place: int) -> bool:
    if place >= len(method.node.parameters):
        return False
    name = method.node.parameters[place].name
    for call in file.calls(*full_names("softmax", "log-softmax")):
        given = call.operand.node if call.operand is not None else None
        if isinstance(given, tree.Name) and given.id == name and call.function is not None:
            if call.function.node is method.node and _place_of_parameter(file, method, given) == place:
                return True
    return False
