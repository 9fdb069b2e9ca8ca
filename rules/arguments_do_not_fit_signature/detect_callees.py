"""What an expression that is called can be, as the code shows it: every way that gives it a value is followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.names import Names
from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Class, Function, instance_of
from torchlint.binding.use_def import owner_of, reaching_definitions
from torchlint.domain.values import Sequential, Value
from torchlint.knowledge.signatures import WRAPPERS, returns_itself
from torchlint.knowledge.torch_api import canonical, fact
from torchlint.syntax import tree

from .detect_conditions import Condition, conditions_around, translated

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 12
_MOST = 24  # ways that are told apart
# What gives the model that it is given.
_HANDS_ON = frozenset(WRAPPERS) | {"copy.deepcopy", "copy.copy"}


class Open(Exception):
    """Not all that an expression can be is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Callee:
    """One thing that an expression can be, and the conditions under which it is."""

    value: Value
    conditions: tuple[Condition, ...] = ()


class Callees:
    """What expressions of a file, and of those read with it, can be. Raises Open where that is not known."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.units = {unit.place: unit for unit in file.analysis.units}
        self.target = next(unit for unit in file.analysis.units if unit.is_target)

    def of_call(self, call: tree.Call) -> list[Callee]:
        """What a call of this file calls."""
        return self._called(self.target, call, 0)

    def _called(self, unit: SourceUnit, call: tree.Call, depth: int) -> list[Callee]:
        func = call.func
        if not isinstance(func, tree.Attribute):
            return self._values(unit, func, depth + 1)
        if _is_super(func.value):
            return [self._of_super(unit, call, func.attr)]
        cls = self._self(unit, func.value)
        if cls is not None:
            return self._member(cls, func.attr, depth, own=True)
        found = self._meaning(unit, func)
        if found is not None:
            return found
        made = []
        for owner in self._values(unit, func.value, depth + 1):
            made += [_under(one, owner) for one in self._of_owner(owner.value, func.attr, depth)]
        return made

    def _of_owner(self, owner: Value, name: str, depth: int) -> list[Callee]:
        cls = owner.ref
        if not isinstance(cls, Class):
            raise Open
        if owner.kind != "class":
            return self._member(cls, name, depth, own=False)
        method = cls.method(name)
        if name == "apply" and cls.is_autograd_function and method is None:
            forward = cls.method("forward")
            return [Callee(Value("method", ref=forward, items=(owner,)))] if forward is not None else _open()
        if method is None or method.binding == "property":
            raise Open
        bound = method.binding == "classmethod"
        return [Callee(Value("method", ref=method, items=(owner,)) if bound else Value("function", ref=method))]

    def _of_super(self, unit: SourceUnit, call: tree.Call, name: str) -> Callee:
        """The method of the next base, where every class has one base and no more."""
        around = unit.tree.above(call, tree.ClassDef)
        cls = self._class_at(unit, around)
        base = cls.bases[0].ref if len(cls.bases) == 1 else None
        if not isinstance(base, Class) or any(len(one.bases) > 1 for one in cls.descendants):
            raise Open
        method = base.method(name)
        if method is None or method.binding == "property" or unit.tree.scope(call) not in around.body:
            raise Open
        return Callee(Value("method", ref=method, items=(instance_of(base, call),)))

    def _class_at(self, unit: SourceUnit, node: tree.Node | None) -> Class:
        if not isinstance(node, tree.ClassDef):
            raise Open
        if unit is self.target:
            found = self.file.analysis.class_at.get(node)
        else:
            held = unit.scope.names.get(node.name)
            found = held.ref if held is not None and held.kind == "class" else None
        if not isinstance(found, Class) or found.node is not node:
            raise Open
        return found

    def _self(self, unit: SourceUnit, node: tree.Node) -> Class | None:
        """The class of the object that a method calls `self`."""
        if not isinstance(node, tree.Name):
            return None
        function = owner_of(unit.tree, node)
        cls = unit.tree.parents.get(function) if isinstance(function, tree.FunctionDef) else None
        if not isinstance(function, tree.FunctionDef) or not isinstance(cls, tree.ClassDef):
            return None
        if not function.parameters or function.parameters[0].name != node.id or node.id != "self":
            return None
        if tree.is_decorated(function, ("staticmethod", "classmethod")):
            return None
        return self._class_at(unit, cls)

    # What an object holds

    def _member(self, cls: Class, name: str, depth: int, *, own: bool) -> list[Callee]:
        """An attribute or method of an object of the class; of `self`, as a subclass may have it, too."""
        classes = [*cls.lineage, *(cls.descendants if own else ())]
        methods = [one.methods[name] for one in classes if name in one.methods]
        assigned = list(self._assigned(classes, name))
        if methods and not assigned:
            method = cls.method(name)
            if method is None or any(one.owner not in cls.lineage for one in methods) or method.binding == "property":
                raise Open
            return [Callee(Value("method", ref=method, items=(instance_of(cls, cls.node),)))]
        if methods or not assigned or cls.has_unresolved_base and not cls.is_module:
            raise Open
        return list(self._of_definitions(cls, assigned, depth))

    def _assigned(self, classes: Iterable[Class], name: str) -> Iterator[tuple[Class, Definition]]:
        for cls in classes:
            if name in cls.attributes and assignments_to(cls.unit.tree, cls.node, name):
                raise Open  # by the class's own body
            for one in assignments_to(cls.unit.tree, cls.node, f"self.{name}"):
                yield cls, one

    def _of_definitions(self, cls: Class, assigned: list[tuple[Class, Definition]], depth: int) -> Iterator[Callee]:
        for owner, one in assigned:
            if one.kind != "assignment" or one.value is None:
                raise Open
            if _is_none(one.value):
                continue
            around = conditions_around(owner.unit.tree, one.node)
            for callee in self._values(owner.unit, one.value, depth + 1):
                held = (*callee.conditions, *around)
                yield replace(callee, conditions=_as_kept(owner, held))

    # What expressions are

    def _values(self, unit: SourceUnit, node: tree.Node, depth: int) -> list[Callee]:
        if depth > _DEEPEST:
            raise Open
        if isinstance(node, tree.Name):
            found = self._of_name(unit, node, depth)
        elif isinstance(node, tree.Attribute):
            found = self._of_attribute(unit, node, depth)
        elif isinstance(node, tree.Call):
            found = self._made(unit, node, depth)
        elif isinstance(node, tree.Conditional):
            found = [*self._values(unit, node.body, depth + 1), *self._values(unit, node.orelse, depth + 1)]
        elif isinstance(node, tree.BoolOp) and node.op == "or":
            found = [one for each in node.values for one in self._values(unit, each, depth + 1)]
        else:
            raise Open
        if len(found) > _MOST:
            raise Open
        return found

    def _of_name(self, unit: SourceUnit, node: tree.Name, depth: int) -> list[Callee]:
        owner = owner_of(unit.tree, node)
        if owner is None or owner is unit.tree.root:
            found = self._meaning(unit, node)
            if found is not None:
                return found
        made: list[Callee] = []
        definitions = reaching_definitions(unit.tree, node)
        if not definitions:
            raise Open
        for one in definitions:
            made += self._of_definition(unit, one, depth)
        return made

    def _of_definition(self, unit: SourceUnit, one: Definition | None, depth: int) -> list[Callee]:
        if one is None:
            raise Open
        if one.kind in ("assignment", "named") and one.value is not None:
            if _is_none(one.value):
                return []
            around = conditions_around(unit.tree, one.node)
            found = self._values(unit, one.value, depth + 1)
            return [replace(each, conditions=(*each.conditions, *around)) for each in found]
        if one.kind == "function" and isinstance(one.node, tree.FunctionDef):
            function = self.file.analysis.functions.get(one.node)
            if function is not None:
                return [Callee(Value("function", ref=function))]
        if one.kind == "class":
            return [Callee(Value("class", ref=self._class_at(unit, one.node)))]
        raise Open

    def _of_attribute(self, unit: SourceUnit, node: tree.Attribute, depth: int) -> list[Callee]:
        cls = self._self(unit, node.value)
        if cls is not None:
            return self._member(cls, node.attr, depth, own=True)
        found = self._meaning(unit, node)
        if found is not None:
            return found
        made = []
        for owner in self._values(unit, node.value, depth + 1):
            made += [_under(one, owner) for one in self._of_owner(owner.value, node.attr, depth)]
        return made

    def _made(self, unit: SourceUnit, node: tree.Call, depth: int) -> list[Callee]:
        """What a call gives."""
        func = node.func
        if isinstance(func, tree.Attribute) and returns_itself(func.attr) and self._meaning(unit, func) is None:
            return [one for one in self._values(unit, func.value, depth + 1) if one.value.kind == "module" or _open()]
        made: list[Callee] = []
        for one in self._called(unit, node, depth + 1):
            ref = one.value.ref
            if one.value.kind == "class" and isinstance(ref, Class):
                if any("__new__" in base.methods for base in ref.lineage) or ref.call_model is not None:
                    raise Open
                made.append(replace(one, value=instance_of(ref, node)))
            elif one.value.kind == "external" and isinstance(ref, str):
                made += [_under(each, one) for each in self._made_by_library(unit, ref, node, depth)]
            elif one.value.kind in ("function", "method") and isinstance(ref, Function):
                made += [_under(each, one) for each in self._returned(ref, unit, node, depth, one.value.kind)]
            else:
                raise Open
        return made

    def _made_by_library(self, unit: SourceUnit, name: str, node: tree.Call, depth: int) -> list[Callee]:
        if name in _HANDS_ON:
            given = tree.positional(node, 0)
            return self._values(unit, given, depth + 1) if given is not None else _open()
        known = fact(name)
        if known is None or known.kind not in ("module", "loss"):
            raise Open
        if name == "torch.nn.Sequential":
            return [Callee(Value("module", ref=Sequential(), source=node))]
        return [Callee(Value("module", ref=name, source=node))]

    def _returned(self, function: Function, unit: SourceUnit, call: tree.Call, depth: int, kind: str) -> list[Callee]:
        """What a function of the project returns."""
        node = function.node
        if not isinstance(node, tree.FunctionDef) or node.decorators or function.is_generator or node.is_async:
            raise Open
        returns = function.unit.tree.own(node, tree.Return)
        found: list[Callee] = []
        for one in returns:
            if one.value is None or _is_none(one.value):
                continue
            around = conditions_around(function.unit.tree, one)
            for each in self._values(function.unit, one.value, depth + 1):
                held = translated((*each.conditions, *around), function, call, is_bound=kind == "method")
                if held is not None:
                    found.append(replace(each, conditions=held))
        if not returns:
            raise Open
        return found

    # What names of files mean

    def _meaning(self, unit: SourceUnit, node: tree.Node) -> list[Callee] | None:
        """What a name that a file imports or defines at its top level is; None for other names."""
        if isinstance(node, tree.Attribute):
            inner = self._meaning(unit, node.value) if tree.dotted(node) else None
            if inner is None or len(inner) != 1:
                return None
            value = inner[0].value
            if value.kind == "external":
                return [Callee(Value("external", ref=canonical(f"{value.ref}.{node.attr}")))]
            if value.kind == "file":
                return self._in_file(value.name, node.attr)
            return None
        if not isinstance(node, tree.Name) or owner_of(unit.tree, node) not in (None, unit.tree.root):
            return None
        return self._in_unit(unit, node.id)

    def _in_file(self, place: str, name: str) -> list[Callee]:
        unit = self.units.get(place)
        found = self._in_unit(unit, name) if unit is not None else None
        return _open() if found is None else found

    def _in_unit(self, unit: SourceUnit, name: str, depth: int = 0) -> list[Callee] | None:
        held = unit.scope.names.get(name)
        if held is None:
            return None
        parts = held.items if held.kind == "choice" and not held.assumed else (held,)
        found: list[Callee] = []
        for one in parts:
            if one.kind == "imported":
                place, its_name, dotted = one.imported
                there = self.units.get(place)
                meant = self._in_unit(there, its_name, depth + 1) if there is not None and depth < _DEEPEST else None
                found += _open() if meant is None else meant
            elif one.kind in ("class", "function", "external", "file"):
                found.append(Callee(one))
            else:
                return None
        return found


def _under(one: Callee, outer: Callee) -> Callee:
    return replace(one, conditions=(*one.conditions, *outer.conditions))


def _open() -> list[Callee]:
    raise Open


def _is_super(node: tree.Node) -> bool:
    return isinstance(node, tree.Call) and isinstance(node.func, tree.Name) and node.func.id == "super" and not [
        one for one in node.args if one.star
    ]


def _as_kept(cls: Class, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions, with those on what the constructor was given said of the attributes that keep it, too."""
    made = list(conditions)
    for one in conditions:
        for kept in _kept(cls, one.subject):
            made.append(replace(one, subject=kept))
    return tuple(made)


def _kept(cls: Class, name: str) -> Iterator[str]:
    constructor = cls.methods.get("__init__")
    if constructor is None:
        return
    for assign in cls.unit.tree.own(constructor.node, tree.Assign):
        if tree.dotted(assign.value) == name:
            yield from (said for target in assign.targets if (said := tree.dotted(target)) and said.startswith("self."))


def _is_none(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and node.value is None
