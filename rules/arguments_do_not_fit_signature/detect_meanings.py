"""What names mean at the top level of files, and which class `self` is of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions, owner_of
from torchlint.domain.values import Value
from torchlint.knowledge.torch_api import canonical
from torchlint.syntax import tree

from .detect_conditions import Condition

if TYPE_CHECKING:
    from torchlint.queries import File

# How many files deep an imported name is followed.
_DEEPEST = 12


class Open(Exception):
    """Not all that an expression can be is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Callee:
    """One thing that an expression can be, and the conditions under which it is."""

    value: Value
    conditions: tuple[Condition, ...] = ()

    def when(self, *conditions: Condition) -> Callee:
        """The same under further conditions."""
        return replace(self, conditions=(*self.conditions, *conditions))


class Meanings:
    """The names and classes of a file and of those that were read with it. Raises Open where they are not known."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.units = {unit.place: unit for unit in file.analysis.units}
        self.target = next(unit for unit in file.analysis.units if unit.is_target)

    def meaning(self, unit: SourceUnit, node: tree.Node) -> list[Callee] | None:
        """What a name is that a file imports or defines at its top level, as `nn.Linear`; None for any other name."""
        if isinstance(node, tree.Name):
            return self._in_unit(unit, node.id) if owner_of(unit.tree, node) in (None, unit.tree.root) else None
        if not isinstance(node, tree.Attribute) or tree.dotted(node) is None:
            return None
        inner = self.meaning(unit, node.value)
        value = inner[0].value if inner is not None and len(inner) == 1 else None
        if value is not None and value.kind == "external":
            return [Callee(Value("external", ref=canonical(f"{value.name}.{node.attr}")))]
        if value is not None and value.kind == "file":
            there = self.units.get(value.name)
            found = self._in_unit(there, node.attr) if there is not None else None
            if found is None:
                raise Open
            return found
        return None

    def _in_unit(self, unit: SourceUnit, name: str, depth: int = 0) -> list[Callee] | None:
        """What a file binds a name to; None where that is neither a class nor a function, nor a package's."""
        held = unit.scope.names.get(name)
        if held is None or (held.kind == "choice" and held.assumed):
            return None
        given = [one for one in definitions(unit.tree, unit.tree.root).get(name, ()) if not is_none(one.value)]
        if len(given) > 1 and held.kind != "choice":
            raise Open  # which of them it is depends on when it is asked
        found: list[Callee] = []
        for one in held.items if held.kind == "choice" else (held,):
            if one.kind == "imported":
                place, its_name, _ = one.imported
                there = self.units.get(place)
                meant = self._in_unit(there, its_name, depth + 1) if there is not None and depth < _DEEPEST else None
                if meant is None:
                    raise Open
                found += meant
            elif one.kind in ("class", "function", "external", "file"):
                found.append(Callee(one))
            else:
                return None
        return found

    def class_at(self, unit: SourceUnit, node: tree.Node | None) -> Class:
        """The class that a piece of code defines."""
        held = unit.scope.names.get(node.name) if unit is not self.target and isinstance(node, tree.ClassDef) else None
        found = self.file.analysis.class_at.get(node) if held is None else held.ref
        if not isinstance(found, Class) or found.node is not node:
            raise Open
        return found

    def class_of_self(self, unit: SourceUnit, node: tree.Node) -> Class | None:
        """The class whose method calls its object by this name, `self`; None for other expressions."""
        function = owner_of(unit.tree, node) if isinstance(node, tree.Name) and node.id == "self" else None
        cls = unit.tree.parents.get(function) if function is not None else None
        if not isinstance(function, tree.FunctionDef) or not isinstance(cls, tree.ClassDef):
            return None
        is_first = bool(function.parameters) and function.parameters[0].name == "self"
        if not is_first or tree.is_decorated(function, ("staticmethod", "classmethod")):
            return None
        return self.class_at(unit, cls)


def assigned(classes: Iterable[Class], name: str) -> Iterator[tuple[Class, Definition]]:
    """Where the methods of classes assign an attribute, each with its class. Raises Open where a class's body does."""
    for cls in classes:
        if assignments_to(cls.unit.tree, cls.node, name, into_functions=False) and name in cls.attributes:
            raise Open
        for one in assignments_to(cls.unit.tree, cls.node, f"self.{name}"):
            yield cls, one


def is_none(node: tree.Node | None) -> bool:
    """Whether this is the literal None."""
    return isinstance(node, tree.Constant) and node.value is None
