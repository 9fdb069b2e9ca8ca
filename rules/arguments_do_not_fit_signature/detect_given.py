"""What callers give for a parameter: modules, objects, classes and functions, as the interpreter has seen them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.domain.values import Value, alternatives
from torchlint.syntax import tree

from .detect_conditions import Condition, conditions_around
from .detect_meanings import Callee, Open

if TYPE_CHECKING:
    from torchlint.queries import File


def given_by_callers(file: File, node: tree.Expression) -> list[Callee]:
    """What all callers that are seen pass for a parameter that is read here. Raises Open where one is not known."""
    value = file.value(node).value
    found = value.items if value.kind == "choice" else alternatives(value)
    if value.assumed or not found or any(one.assumed or not _is_exact(one) for one in found):
        raise Open
    return [Callee(one, _conditions_of(one)) for one in found]


def _conditions_of(value: Value) -> tuple[Condition, ...]:
    """On what it depends which of several functions is defined; no condition at the call is about the same names."""
    ref = value.ref
    if not isinstance(ref, Function) or ref.owner is not None:
        return ()
    around = conditions_around(ref.unit.tree, ref.node)
    return tuple(replace(one, subject=f"{ref.unit.place}: {one.subject}" if one.subject else "") for one in around)


def _is_exact(value: Value) -> bool:
    """Whether a value is all that it may be: objects of a class with subclasses may be a `self` of one of these."""
    ref = value.ref
    if value.kind == "module" and isinstance(ref, str):
        return True
    if value.kind in ("module", "instance", "dataset"):
        return isinstance(ref, Class) and not ref.descendants
    return isinstance(ref, Class if value.kind == "class" else Function) and value.kind in ("class", "function")
