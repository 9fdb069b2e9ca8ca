"""Plain containers of modules that a constructor is given, and keeps as they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.container_literals import Building
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, resolved_expression, uses
from torchlint.domain.values import Value
from torchlint.queries import View
from torchlint.syntax import tree

from .detect import (
    has_parameters,
    is_registered_later,
    is_registered_on_another_path,
    is_seen_to_by_hand,
    is_trained_beside,
    mentions_frozen,
)
from .detect_unseen import are_called

if TYPE_CHECKING:
    from torchlint.queries import File

_CONTAINERS = frozenset("list List tuple Tuple Sequence Iterable Collection dict Dict Mapping".split())


@dataclass(frozen=True, slots=True, eq=False)
class GivenContainer(View):
    """The assignment of a container that a constructor is given to an attribute."""

    attribute: View
    kind: str  # list, tuple or dict
    registering: str
    is_proven: bool  # whether a caller made the modules for it, and keeps none


def given_containers(file: File) -> Iterator[GivenContainer]:
    """The containers of modules that constructors of modules are given and hide from PyTorch, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        constructor = cls.methods.get("__init__")
        if not cls.derives_from_module or constructor is None or is_seen_to_by_hand(cls) or mentions_frozen(cls):
            continue
        for statement in file.tree.own(constructor.node, tree.Assign):
            target, parameter = statement.targets[0], _parameter(file, statement.value)
            if parameter is None or not isinstance(target, tree.Attribute) or tree.dotted(target.value) != "self":
                continue
            building = Building(target.attr, statement.value, statement.value, on_class=False, writes={target})
            if isinstance(statement.value, tree.Name):
                building.local = frozenset(uses(file.tree, statement.value))
            if not are_called(file, cls, building) or is_registered_later(file, cls, building):
                continue
            if is_registered_on_another_path(cls, building):
                continue  # a caller may give either
            made = _are_made_for_it(file, cls, parameter)
            if made or (made is None and _is_of_modules(file, parameter)):
                kind, registering = _kinds(parameter, statement.value)
                attribute = View(file, target)
                yield GivenContainer(
                    file, statement, attribute, kind, registering, bool(made) and is_trained_beside(cls)
                )


def _parameter(file: File, value: tree.Expression) -> tree.Parameter | None:
    """The parameter that an expression is, or a list or tuple of its elements."""
    if isinstance(value, tree.Call) and tree.dotted(value.func) in ("list", "tuple") and len(value.args) == 1:
        value = value.args[0].value
    one = reaching_definition(file.tree, value) if isinstance(value, tree.Name) else None
    return one.node if one is not None and isinstance(one.node, tree.Parameter) else None


def _are_made_for_it(file: File, cls: Class, parameter: tree.Parameter) -> bool | None:
    """Whether a caller makes the modules, and has no other use for them; None if no caller is known to have modules.

    False where some caller has them from elsewhere: whoever they belong to may have them registered and trained.
    """
    given = [(syntax, _given(syntax, cls, call, parameter)) for syntax, call in _constructions(file, cls)]
    known = [(syntax, elements) for syntax, elements in given if not _are_unknown(file, elements)]
    if not known:
        return None
    return all(elements and all(_is_made(file, syntax, one) for one in elements) for syntax, elements in known)


def _are_unknown(file: File, elements: list[tree.Expression]) -> bool:
    """Whether a caller unpacks what it has computed with code that is not seen: `*(r.value() for r in references)`."""
    if len(elements) != 1 or not isinstance(elements[0], tree.Comprehension):
        return False
    value = file.facts.values.get(elements[0].element)
    return value is None or value.kind == "unknown"


def _constructions(file: File, cls: Class) -> list[tuple[tree.Tree, tree.Call]]:
    """The calls that make objects of a class, each with the tree that it is in."""
    calls = [(unit.tree, call) for unit in file.analysis.units for call in unit.tree.all(tree.Call)]
    values = file.facts.values
    return [(syntax, n) for syntax, n in calls if n in values and _is_made_by(file, values[n], n, cls)]


def _is_made_by(file: File, made: Value, call: tree.Call, cls: Class) -> bool:
    if made.kind != "module" or made.ref is not cls or made.source is not call:
        return False
    called = file.facts.values.get(call.func)
    return called is None or called.kind == "class"


def _given(syntax: tree.Tree, cls: Class, call: tree.Call, parameter: tree.Parameter) -> list[tree.Expression]:
    """The elements of the container that a call gives a parameter; empty if they are not written there."""
    constructor = cls.methods["__init__"].node
    names = [one.name for one in constructor.parameters] if isinstance(constructor, tree.FunctionDef) else []
    place = names.index(parameter.name) - 1
    if parameter.kind == "star":
        return [argument.value for argument in call.args[place:] if argument.keyword is None]
    value = next((a.value for a in call.args if a.keyword == parameter.name), None) or tree.positional(call, place)
    value = resolved_expression(syntax, value) if value is not None else None
    if isinstance(value, (tree.List, tree.Tuple)):
        return value.elements
    if isinstance(value, tree.Dict):
        return value.values
    return [value.element] if isinstance(value, tree.Comprehension) and value.value is None else []


def _is_made(file: File, syntax: tree.Tree, element: tree.Node) -> bool:
    """Whether an element is a module with parameters that is made in the call, or just for it."""
    value = file.facts.values.get(element)
    if value is None or value.kind != "module" or value.assumed:
        return False
    if isinstance(element, tree.Name):
        if len(uses(syntax, element)) > 1:
            return False
        element = resolved_expression(syntax, element)
    return isinstance(element, tree.Call) and (has_parameters(value) or value.ref is None)


def _is_of_modules(file: File, parameter: tree.Parameter) -> bool:
    """Whether a parameter is annotated as a container of modules: `list[nn.Module]`, `*layers: nn.Module`."""
    annotation = parameter.annotation
    if annotation is None:
        return False
    names = [n for n in tree.walk(annotation) if isinstance(n, (tree.Name, tree.Attribute))]
    is_module = any(file.names.spelled_out(name) == "torch.nn.Module" for name in names)
    is_container = any(tree.last_part(name) in _CONTAINERS for name in names)
    return is_module and (is_container or parameter.kind == "star")


def _kinds(parameter: tree.Parameter, value: tree.Expression) -> tuple[str, str]:
    if isinstance(value, tree.Call):
        return tree.last_part(value.func), "ModuleList"
    if parameter.kind == "star":
        return "tuple", "ModuleList"
    annotation = parameter.annotation
    names = [tree.last_part(n) for n in tree.walk(annotation)] if annotation is not None else []
    return ("dict", "ModuleDict") if {"dict", "Dict", "Mapping"} & {*names} else ("list", "ModuleList")
