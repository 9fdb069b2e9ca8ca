"""What an expression that is called can be, as the code shows it: every way that gives it a value is followed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Class, Function, instance_of
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import Sequential, Value
from torchlint.knowledge.call_names import MAKES_OWN_OBJECT
from torchlint.knowledge.signatures import WRAPPERS, returns_itself
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree

from . import detect_containers, detect_parts
from .detect_conditions import Condition, conditions_around, translated
from .detect_given import given_by_callers
from .detect_meanings import Callee, Meanings, Open, assigned, is_none

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 24  # names, attributes and calls on the way
_MOST = 24  # ways that are told apart
# What gives the model that it is given.
_HANDS_ON = frozenset(WRAPPERS) | {"copy.deepcopy", "copy.copy"}

Follow = Callable[["Callees", SourceUnit, tree.Node], list[Callee]]


class _Followed(NamedTuple):
    """A call of a function of the project that is looked into."""

    function: Function
    unit: SourceUnit  # the file of the call
    call: tree.Call
    is_bound: bool
    owner: Callee | None  # the class that a class method is called on

    @property
    def names(self) -> list[str]:
        """The parameters that the call may give by position."""
        assert isinstance(self.function.node, tree.FunctionDef)
        kept = [one.name for one in self.function.node.parameters if one.kind == "positional"]
        return kept[self.is_bound :]


class Callees(Meanings):
    """What expressions of a file, and of those read with it, can be. Raises Open where that is not known."""

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self.makers: dict[tree.Node, set[tree.Node | None]] = {}  # of what expressions can be
        self.trail: set[tuple[Class, str]] = set()  # the attributes that the last answer rests on
        self._depth = 0
        self._followed: list[_Followed] = []  # the calls whose functions are looked into, outermost first
        self._asked: set[tuple[Class, str, bool]] = set()  # the attributes that are being looked for
        self._came_round = False  # whether one of these led to itself

    def of_call(self, call: tree.Call) -> list[Callee]:
        """What a call of this file calls."""
        self.trail, self._depth, self._followed, self._asked = set(), 0, [], set()
        self._came_round = False
        return self._called(self.target, call)

    def deeper(self, follow: Follow, unit: SourceUnit, node: tree.Node) -> list[Callee]:
        """What an expression leads to, one step further on the way from a call to what its callee is made of."""
        if self._depth == _DEEPEST:
            raise Open
        self._depth += 1
        try:
            found = follow(self, unit, node)
        finally:
            self._depth -= 1
        if len(found) > _MOST:
            raise Open
        return found

    def values(self, unit: SourceUnit, node: tree.Node) -> list[Callee]:
        """What an expression can be."""
        return self.deeper(Callees._values, unit, node)

    def _values(self, unit: SourceUnit, node: tree.Node) -> list[Callee]:
        if isinstance(node, tree.Name):
            return self._of_name(unit, node)
        if isinstance(node, tree.Attribute):
            return self._of_attribute(unit, node)
        if isinstance(node, tree.Call):
            return self._made(unit, node)
        if isinstance(node, tree.Subscript):
            return detect_containers.item(self, unit, node)
        if isinstance(node, tree.Conditional):
            return [one for each in (node.body, node.orelse) for one in self._if_reached(unit, each)]
        if isinstance(node, tree.BoolOp) and node.op == "or":
            return [one for each in node.values for one in self.values(unit, each)]
        raise Open

    def _if_reached(self, unit: SourceUnit, node: tree.Node) -> list[Callee]:
        """What a value can be that is only taken under a condition."""
        around = conditions_around(unit.tree, node)[:1]
        return [] if is_none(node) else [one.when(*around) for one in self.values(unit, node)]

    def _called(self, unit: SourceUnit, call: tree.Call) -> list[Callee]:
        func = call.func
        if isinstance(func, tree.Attribute) and isinstance(func.value, tree.Call):
            inner = func.value
            if isinstance(inner.func, tree.Name) and inner.func.id == "super":
                return [self._of_super(unit, call, func.attr, inner)]
        return self.values(unit, func)

    def _of_super(self, unit: SourceUnit, call: tree.Call, name: str, proxy: tree.Call) -> Callee:
        """The method of the next base, where each class has one base."""
        cls = self.class_at(unit, unit.tree.above(call, tree.ClassDef))
        if proxy.args and tree.dotted(proxy.args[0].value) not in (cls.name, "__class__"):
            raise Open  # `super(Base, self)` goes on behind that base
        base = cls.bases[0].ref if len(cls.bases) == 1 else None
        in_method = unit.tree.scope(call) in cls.node.body
        if not in_method or not isinstance(base, Class) or any(len(one.bases) > 1 for one in cls.descendants):
            raise Open
        self.trail.add((cls, ""))
        method = base.method(name)
        if method is None or method.binding == "property":
            raise Open
        return Callee(Value("method", ref=method, items=(instance_of(base, call),)))

    # What objects hold

    def _of_attribute(self, unit: SourceUnit, node: tree.Attribute) -> list[Callee]:
        cls = self.class_of_self(unit, node.value)
        if cls is not None:
            try:
                return self._member(cls, node.attr, is_self=True)
            except Open:
                if unit is not self.target or not self._keeps_parameter(cls, node.attr):
                    raise
                return given_by_callers(self.file, node)
        found = self.meaning(unit, node)
        if found is not None:
            return found
        owners = self.values(unit, node.value)
        if detect_parts.are_empty(owners):
            return detect_parts.held(self, owners, node.attr)
        return [one.when(*owner.conditions) for owner in owners for one in self._of_owner(owner.value, node.attr)]

    def _of_owner(self, owner: Value, name: str) -> list[Callee]:
        cls = owner.ref
        if not isinstance(cls, Class):
            raise Open
        if owner.kind != "class":
            return self._member(cls, name, is_self=False)
        method = cls.method(name)
        if name == "apply" and cls.is_autograd_function and method is None:
            method = cls.method("forward")
            bound = True
        else:
            bound = method is not None and method.binding == "classmethod"
        if method is None or method.binding == "property":
            raise Open
        self.trail.add((cls, name))
        return [Callee(Value("method", ref=method, items=(owner,)) if bound else Value("function", ref=method))]

    def _member(self, cls: Class, name: str, *, is_self: bool) -> list[Callee]:
        """An attribute or method of an object of the class; of `self`, which may be of a subclass, too."""
        self.trail.add((cls, name))
        classes = [*cls.lineage, *(cls.descendants if is_self else ())]
        methods = [one.methods[name] for one in classes if name in one.methods]
        places = list(assigned(classes, name))
        if methods and not places:
            method = cls.method(name)
            if method is None or any(one.owner not in cls.lineage for one in methods) or method.binding == "property":
                raise Open
            return [Callee(Value("method", ref=method, items=(instance_of(cls, cls.node),)))]
        if methods or not places or (cls.has_unresolved_base and not cls.is_module):
            raise Open
        if (cls, name, is_self) in self._asked:
            self._came_round = True
            return []  # `self.net = update(self.net)`: what it is otherwise
        self._asked.add((cls, name, is_self))
        try:
            return [one for owner, place in places for one in self._kept_by(owner, place)]
        finally:
            self._asked.discard((cls, name, is_self))

    def _keeps_parameter(self, cls: Class, name: str) -> bool:
        """Whether each assignment to an attribute gives it a parameter, as it is."""
        values = [one.value for _, one in assigned([*cls.lineage, *cls.descendants], name)]
        return bool(values) and all(isinstance(one, tree.Name) and _is_parameter(cls, one) for one in values)

    def _kept_by(self, cls: Class, place: Definition) -> list[Callee]:
        """What an assignment to an attribute gives to it."""
        if place.kind != "assignment" or place.value is None:
            raise Open
        if is_none(place.value):
            return []
        around = conditions_around(cls.unit.tree, place.node)
        found = [one.when(*around) for one in self.values(cls.unit, place.value)]
        return [replace(one, conditions=_as_kept(cls, one.conditions)) for one in found]

    # What names are

    def _of_name(self, unit: SourceUnit, node: tree.Name) -> list[Callee]:
        found = self.meaning(unit, node)
        definitions = reaching_definitions(unit.tree, node) if found is None else ()
        if found is None and not definitions:
            raise Open
        return (
            [one for each in definitions for one in self._of_definition(unit, each, node)] if found is None else found
        )

    def _of_definition(self, unit: SourceUnit, one: Definition | None, read: tree.Name) -> list[Callee]:
        if one is None:
            raise Open
        if one.kind in ("for", "comprehension"):
            return detect_containers.passed_by(self, unit, one)
        if one.kind == "class":
            return [Callee(Value("class", ref=self.class_at(unit, one.node)))]
        if one.kind == "parameter":
            if (owner := self._own_class(one)) is not None:
                return [owner]
            self._check_own_class(unit, one)
            return self._given_for(unit, one) if self._is_followed(one) else given_by_callers(self.file, read)
        function = self.file.analysis.functions.get(one.node) if one.kind == "function" else None
        if function is not None:
            return [Callee(Value("function", ref=function))]
        if one.kind not in ("assignment", "named") or one.value is None:
            raise Open
        if is_none(one.value):
            return []
        around = conditions_around(unit.tree, one.node)
        return [each.when(*around) for each in self.values(unit, one.value)]

    def _own_class(self, parameter: Definition) -> Callee | None:
        """The class that `cls` is in a class method that is looked into, as the call says it: `Net.load(path)`."""
        here = self._followed[-1] if self._followed else None
        parameters = here.function.node.parameters if here is not None else ()
        return here.owner if here is not None and parameters and parameters[0] is parameter.node else None

    def _check_own_class(self, unit: SourceUnit, parameter: Definition) -> None:
        """Raise Open where a parameter is the `cls` of a class method, and a subclass has a constructor of its own."""
        function = unit.tree.above(parameter.node, tree.FunctionDef)
        around = unit.tree.parents.get(function) if function is not None else None
        if not isinstance(function, tree.FunctionDef) or not isinstance(around, tree.ClassDef):
            return
        is_first = function.parameters[0].name == parameter.name
        if is_first and tree.is_decorated(function, ("classmethod",)):
            cls = self.class_at(unit, around)
            made_by = cls.method("__init__")
            if made_by is None or any(_may_make_otherwise(one, made_by) for one in cls.descendants):
                raise Open
            self.trail.add((cls, "__init__"))

    # What calls give

    def _made(self, unit: SourceUnit, node: tree.Call) -> list[Callee]:
        func = node.func
        if isinstance(func, tree.Attribute) and returns_itself(func.attr) and self.meaning(unit, func) is None:
            moved = self.values(unit, func.value)
            if any(one.value.kind != "module" for one in moved):
                raise Open
            return moved
        if isinstance(func, tree.Attribute) and (loaded := self._by_library(unit, func, node)):
            return loaded
        called = self._called(unit, node)
        return [one.when(*each.conditions) for each in called for one in self._given_by(unit, each.value, node)]

    def _by_library(self, unit: SourceUnit, func: tree.Attribute, node: tree.Call) -> list[Callee]:
        """The objects that a library's class method makes of a class of the project: `Net.load_from_checkpoint(path)`.

        It is called on the class, or on an object of it. Nothing where a method is the project's own.
        """
        if func.attr not in MAKES_OWN_OBJECT or self.meaning(unit, func) is not None:
            return []
        if isinstance(func.value, tree.Call) and tree.dotted(func.value.func) == "super":
            return []
        owners = [(one, one.value.ref) for one in self.values(unit, func.value)]
        made = [
            replace(one, value=instance_of(cls, node))
            for one, cls in owners
            if isinstance(cls, Class) and _is_made_by(cls, func.attr)
        ]
        return made if len(made) == len(owners) else []

    def _given_by(self, unit: SourceUnit, value: Value, node: tree.Call) -> list[Callee]:
        """What a call of a value gives."""
        ref = value.ref
        if value.kind == "class" and isinstance(ref, Class):
            if ref.method("__new__") is not None or ref.call_model is not None:
                raise Open
            return [Callee(instance_of(ref, node))]
        if value.kind in ("function", "method") and isinstance(ref, Function):
            is_bound = value.kind == "method" and ref.binding != "staticmethod"
            owner = value.items[0] if is_bound and ref.binding == "classmethod" and value.items else None
            own = Callee(owner) if owner is not None and owner.kind == "class" else None
            self._followed.append(_Followed(ref, unit, node, is_bound, own))
            try:
                return self._returned(ref, node, is_bound=is_bound)
            finally:
                self._followed.pop()
        if value.kind != "external":
            raise Open
        if value.ref in _HANDS_ON:
            given = tree.positional(node, 0)
            if given is None:
                raise Open
            return self.values(unit, given)
        known = fact(value.name)
        if known is None or known.kind not in ("module", "loss"):
            raise Open
        is_sequential = value.name == "torch.nn.Sequential"
        return [Callee(Value("module", ref=Sequential() if is_sequential else value.name, source=node))]

    def _is_followed(self, one: Definition) -> bool:
        """Whether a parameter is one of the function that is looked into."""
        return bool(self._followed) and one.node in self._followed[-1].function.node.parameters

    def _given_for(self, unit: SourceUnit, one: Definition) -> list[Callee]:
        """What the call that is followed gives for a parameter: `target` in a `return target`."""
        here = self._followed[-1]
        if one.name not in here.names:
            raise Open
        given = tree.passed_to(here.function.node, here.call, is_bound=here.is_bound).get(one.name)
        if given is None or any(each.star for each in here.call.args):
            raise Open
        self._followed.pop()
        try:
            return self.values(here.unit, given)
        finally:
            self._followed.append(here)

    def _returned(self, function: Function, call: tree.Call, *, is_bound: bool) -> list[Callee]:
        """What a function of the project returns to a call."""
        node = function.node
        if not isinstance(node, tree.FunctionDef) or function.is_generator or node.is_async:
            raise Open
        if any(tree.last_part(one) not in ("classmethod", "staticmethod") for one in node.decorators):
            raise Open  # a decorator may return something else
        syntax, found = function.unit.tree, []
        for one in syntax.own(node, tree.Return):
            if one.value is None or isinstance(one.value, tree.Tuple) or is_none(one.value):
                continue  # nothing that can be called, or has methods of the project
            around = conditions_around(syntax, one)
            for each in self.values(function.unit, one.value):
                held = translated((*each.conditions, *around), function, call, is_bound=is_bound)
                if held is not None:
                    found.append(replace(each, conditions=held))
        if not found and not self._came_round:
            raise Open
        return found


def _is_made_by(cls: Class, name: str) -> bool:
    """Whether a library's method of this name makes an object of the class."""
    models = (row.methods[name] for row in cls.models if name in row.methods)
    return cls.method(name) is None and any(str(one.gives).startswith("instance") for one in models)


def _is_parameter(cls: Class, node: tree.Name) -> bool:
    """Whether a name in a method can only be what its caller gives."""
    made = reaching_definitions(cls.unit.tree, node)
    return bool(made) and all(one is not None and one.kind == "parameter" for one in made)


def _as_kept(cls: Class, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """The conditions, those on what the constructor was given also said of the attributes that keep it."""
    kept = [replace(one, subject=name) for one in conditions for name in _keeping(cls, one.subject)]
    return (*conditions, *kept)


def _keeping(cls: Class, name: str) -> tuple[str, ...]:
    """The attributes that the constructor sets to one of its names."""
    constructor = cls.methods.get("__init__")
    kept = cls.unit.tree.once(_kept_names, constructor.node) if constructor is not None and name else {}
    return tuple(kept.get(name, ()))


def _kept_names(_: tree.Tree, constructor: tree.Node) -> dict[str, list[str]]:
    """The attributes that a constructor sets to names, as they are, by these names."""
    kept: dict[str, list[str]] = {}
    for one in assignments_in(constructor):
        name = tree.dotted(one.value) if one.name.startswith("self.") else None
        if name is not None:
            kept.setdefault(name, []).append(one.name)
    return kept


def _may_make_otherwise(cls: Class, constructor: Function) -> bool:
    """Whether objects of a subclass may be made by another constructor, perhaps one that a decorator writes."""
    return cls.method("__init__") is not constructor or bool(cls.node.decorators)
