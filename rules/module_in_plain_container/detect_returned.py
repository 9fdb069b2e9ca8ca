"""Plain containers of modules that a function of the project makes and returns, and that a module keeps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.container_literals import Building
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import reaching_definition
from torchlint.domain.values import UNKNOWN, Value
from torchlint.queries import View
from torchlint.syntax import tree

from .detect import has_parameters, hides, is_registered_on_another_path, registered_elsewhere
from .detect_given import GivenContainer
from .detect_unseen import are_called

if TYPE_CHECKING:
    from torchlint.queries import File


def returned_containers(file: File) -> Iterator[GivenContainer]:
    """The containers that a constructor gets from a function, with modules that this one creates, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        constructor = cls.methods.get("__init__")
        if not cls.is_module or constructor is None:
            continue  # nothing that could register modules
        for statement in file.tree.own(constructor.node, tree.Assign):
            target, held = statement.targets[0], file.facts.values.get(statement.value, UNKNOWN)
            if not isinstance(target, tree.Attribute) or tree.dotted(target.value) != "self":
                continue  # a local name
            if held.kind not in ("list", "tuple", "dict") or held.assumed:
                continue  # no plain container
            maker = _maker(file, cls, statement.value)
            if maker is None or not _are_made_by(maker, held, registered_elsewhere(file, cls)):
                continue  # its elements may belong to somebody else, or are registered as well
            building = Building(target.attr, statement.value, statement.value, on_class=False, writes={target})
            if hides(file, cls, building) and are_called(file, cls, building):
                is_proven = cls.derives_from_module and not is_registered_on_another_path(cls, building)
                registering = "ModuleDict" if held.kind == "dict" else "ModuleList"
                yield GivenContainer(file, statement, View(file, target), held.kind, registering, is_proven)


def _maker(file: File, cls: Class, value: tree.Expression) -> Function | None:
    """The function of the project whose result an expression is, or a part of it that was unpacked to a name."""
    if isinstance(value, tree.Name):
        one = reaching_definition(file.tree, value)
        if one is None or one.kind != "assignment" or not isinstance(one.node, tree.Assign):
            return None
        value = one.node.value
    if not isinstance(value, tree.Call):
        return None
    func = value.func
    if isinstance(func, tree.Attribute) and tree.dotted(func.value) == "self":
        return next((one.methods[func.attr] for one in cls.lineage if func.attr in one.methods), None)
    called = file.facts.values.get(func, UNKNOWN)
    return called.ref if isinstance(called.ref, Function) else None


def _are_made_by(maker: Function, held: Value, registered: set[tree.Node]) -> bool:
    """Whether a container has modules with parameters that a function creates, and nothing registers them."""
    inside = set(maker.unit.tree.inside(maker.node, tree.Call))
    made = [one for one in held.elements if one.source in inside and not one.assumed and has_parameters(one)]
    is_of_one = held.kind != "list" and len(held.elements) == 1  # a way to hide a module on purpose
    return bool(made) and not is_of_one and not any(one.source in registered for one in made)
