"""What is assigned to the attributes of an `nn.Module()`, which serves as a plain name for several layers."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from torchlint.binding import definitions
from torchlint.binding.scopes import SourceUnit
from torchlint.binding.use_def import reaching_definitions
from torchlint.flow.mode_dependence import EMPTY_MODULE
from torchlint.syntax import tree

from .detect_conditions import conditions_around
from .detect_meanings import Callee, Open

if TYPE_CHECKING:
    from .detect_callees import Callees

# Methods that grow a list, what sets an attribute by its name, and the code that assigns.
_GROWING = frozenset(("append", "extend", "insert"))
_SETTERS = ("add_module", "register_module", "setattr")
_SETTING = (tree.Assign, tree.AnnotatedAssign, tree.AugmentedAssign, tree.For, tree.WithItem, tree.Delete)


def are_empty(owners: list[Callee]) -> bool:
    """Whether something can only be what `nn.Module()` makes."""
    return bool(owners) and all(one.value.ref == EMPTY_MODULE for one in owners)


def held(reader: Callees, owners: list[Callee], name: str) -> list[Callee]:
    """What an attribute of such modules can be."""
    return [
        one.when(*conditions_around(unit.tree, value))
        for unit, value in assigned(reader, owners, name)
        for one in reader.values(unit, value)
    ]


def assigned(reader: Callees, owners: list[Callee], name: str) -> list[tuple[SourceUnit, tree.Expression]]:
    """What is assigned to an attribute of such modules. Raises Open where that is not seen, or something grows it."""
    made = dict.fromkeys(one.value.source for one in owners)
    units = {node: reader.file.analysis.unit_of(node) for node in made if node is not None}
    found = []
    for unit in dict.fromkeys(units.values()):
        if unit is None or len(units) < len(made) or name in unit.tree.once_of_all(_set_by_name):
            raise Open
        for attribute, value in unit.tree.once_of_all(_set).get(name, ()):
            if value is None:
                raise Open
            if _may_be_one(reader, unit, attribute.value, units):
                found.append((unit, value))
    if not found:
        raise Open
    return found


def _set_by_name(syntax: tree.Tree) -> set[object]:
    """The attributes that code sets by their names, of whatever: `mid.add_module("block", Block())`."""
    calls = (call for name in _SETTERS for call in syntax.calls_named(name))
    return {one.value.value for call in calls for one in call.args if isinstance(one.value, tree.Constant)}


def _set(syntax: tree.Tree) -> dict[str, list[tuple[tree.Attribute, tree.Expression | None]]]:
    """The attributes that code sets, by name, each with what is assigned; None where it is set or grown otherwise."""
    found: dict[str, list[tuple[tree.Attribute, tree.Expression | None]]] = {}
    for kind in _SETTING:
        for node in syntax.all(kind):
            for _, target, value in definitions.assigned(node):
                if isinstance(target, tree.Attribute):
                    found.setdefault(target.attr, []).append((target, value))
    for grown in syntax.all(tree.Attribute):
        if grown.attr in _GROWING and isinstance(grown.value, tree.Attribute):
            found.setdefault(grown.value.attr, []).append((grown.value, None))
    return found


def _may_be_one(reader: Callees, unit: SourceUnit, owner: tree.Expression, made: Collection[object]) -> bool:
    """Whether an expression is one of the modules that these calls have made."""
    if not isinstance(owner, tree.Name):
        return bool(_makers(reader, unit, owner) & set(made))
    if owner.id == "self":
        return False  # an object of the class around
    for one in reaching_definitions(unit.tree, owner):
        if one is None or one.kind != "assignment" or one.value is None:
            raise Open
        if one.value in made:
            return True
        # `mid = self.mid`; what another call has made is another module.
        if not isinstance(one.value, tree.Call) and _makers(reader, unit, one.value) & set(made):
            return True
    return False


def _makers(reader: Callees, unit: SourceUnit, owner: tree.Expression) -> set[tree.Node | None]:
    """What makes the modules that an expression can be; looked up once, as each attribute's owners are compared."""
    found = reader.makers.get(owner)
    if not found:
        found = reader.makers[owner] = {one.value.source for one in reader.values(unit, owner)}
    return found
