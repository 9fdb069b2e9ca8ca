"""Containers whose elements a library or a parameter makes, so that their parameters are not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.container_literals import Building
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions_of, reaching_definition
from torchlint.domain.values import UNKNOWN, Value
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def may_be_modules(file: File, cls: Class, building: Building, registered: set[tree.Node]) -> bool:
    """Whether a library makes modules of which no more is known, or a parameter makes what the forward calls."""
    calls = [one for one in building.elements if isinstance(one, tree.Call)]
    values = [(call, file.facts.values.get(call, UNKNOWN)) for call in calls]
    if any(_is_of_library(value) and value.source is call and call not in registered for call, value in values):
        return True
    unknown = [call for call, value in values if value.kind == "unknown"]
    return any(_calls_a_parameter(file, call) for call in unknown) and are_called(file, cls, building)


def _is_of_library(value: Value) -> bool:
    """Whether a value is a module of a class that is defined elsewhere; such a one nearly always has parameters."""
    return value.kind == "module" and value.ref is None and not value.made_by and not value.assumed


def _calls_a_parameter(file: File, call: tree.Call) -> bool:
    """Whether a constructor calls what it was given: `block(width)`, or `layers[i](width)` of `[layer] * n`."""
    func = call.func.value if isinstance(call.func, tree.Subscript) else call.func
    if not isinstance(func, tree.Name):
        return False
    listed = [one.value.left for one in definitions_of(file.tree, func) if isinstance(one.value, tree.BinaryOp)]
    given = [element for one in listed if isinstance(one, tree.List) for element in one.elements]
    return any(isinstance(name, tree.Name) and _is_parameter(file, name) for name in (func, *given))


def _is_parameter(file: File, name: tree.Name) -> bool:
    return any(one.kind == "parameter" for one in definitions_of(file.tree, name))


def are_called(file: File, cls: Class, building: Building) -> bool:
    """Whether a method calls the elements: what a loop over the container yields, or one by its index."""
    methods = (method for name, method in cls.methods.items() if name != "__init__")
    for call in (call for method in methods for call in method.unit.tree.inside(method.node, tree.Call)):
        func = call.func
        if isinstance(func, tree.Subscript) and building.is_it(func.value):
            return True
        one = reaching_definition(file.tree, func) if isinstance(func, tree.Name) else None
        if one is not None and one.kind in ("for", "comprehension") and one.source is not None:
            if any(building.is_it(part) for part in tree.walk(one.source)):
                return True
    return False
