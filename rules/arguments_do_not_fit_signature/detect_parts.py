"""What is assigned to the attributes of an `nn.Module()`, which serves as a plain name for several layers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.use_def import reaching_definitions
from torchlint.flow.mode_dependence import EMPTY_MODULE
from torchlint.syntax import tree

from .detect_conditions import conditions_around
from .detect_meanings import Callee, Open

if TYPE_CHECKING:
    from .detect_callees import Callees


def are_empty(owners: list[Callee]) -> bool:
    """Whether something can only be what `nn.Module()` makes."""
    return bool(owners) and all(one.value.ref == EMPTY_MODULE for one in owners)


def held(reader: Callees, owners: list[Callee], name: str) -> list[Callee]:
    """What an attribute of such modules can be."""
    return [
        one.when(*conditions_around(unit.tree, assign))
        for unit, assign in assigned(reader, owners, name)
        for one in reader.values(unit, assign.value)
    ]


def assigned(reader: Callees, owners: list[Callee], name: str) -> list[tuple[SourceUnit, tree.Assign]]:
    """Where an attribute of such modules is assigned. Raises Open where that is not seen, or something grows it."""
    made = dict.fromkeys(one.value.source for one in owners)
    units = {node: reader.file.analysis.unit_of(node) for node in made if node is not None}
    found = []
    for unit in dict.fromkeys(units.values()):
        if unit is None or len(units) < len(made):
            raise Open
        for attribute in unit.tree.all(tree.Attribute):
            if attribute.attr != name:
                continue
            above = unit.tree.parents.get(attribute)
            if isinstance(above, tree.Assign) and attribute in above.targets:
                if _may_be_one(reader, unit, attribute.value, units):
                    found.append((unit, above))
            elif isinstance(above, tree.Attribute) and above.attr in ("append", "extend", "insert"):
                raise Open
    if not found:
        raise Open
    return found


def _may_be_one(reader: Callees, unit: SourceUnit, owner: tree.Expression, made: Collection[object]) -> bool:
    """Whether an expression is one of the modules that these calls have made."""
    if isinstance(owner, tree.Name):
        values = set(_values_of(unit, owner))
        if None in values:
            raise Open
        return bool(values & set(made))
    return any(one.value.source in made for one in reader.values(unit, owner))


def _values_of(unit: SourceUnit, name: tree.Name) -> Iterator[tree.Node | None]:
    if name.id == "self":
        return  # an object of the class around
    for one in reaching_definitions(unit.tree, name):
        yield one.value if one is not None and one.kind == "assignment" else None
