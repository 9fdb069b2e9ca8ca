"""The functions and classes of a file.

Long because functions and classes know each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Literal

from torchlint.binding.scopes import Scope, SourceUnit
from torchlint.binding.usage import Usage
from torchlint.domain.joins import join
from torchlint.domain.kinds import ClassDefinition, FunctionDefinition, WrongKind
from torchlint.domain.values import DEVICE, NUMBER, SETTINGS, YES, Composite, ModuleList, Value
from torchlint.knowledge.effects import CallbackModel, CallModel, ClassModel, InstanceOf, Role
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import HAS_FIELDS, MAKES_FIELDS
from torchlint.knowledge.torch_api import Kind, fact
from torchlint.syntax import tree

# Code that may set a mode, or calls what may do so by its name: not `is_train(...)`, nor a variable `train_mask`.
_MODE = re.compile(r"(?<!is_)(eval|train)\w*\(|\btraining\b")
# Decorators after which a function's body runs once for each kind of arguments.
_MEMOISES = frozenset(("cache", "lru_cache", "cached_property"))


class Function(FunctionDefinition):
    """A `def` or a lambda of the file."""

    def __init__(self, node: tree.FunctionDef | tree.Lambda, owner: Class | None, scope: Scope) -> None:
        self.node, self.owner, self.scope = node, owner, scope
        self.unit = scope.unit  # the file that it is in
        self.name = node.name if isinstance(node, tree.FunctionDef) else "<lambda>"
        self.grad: int | None = None  # what a decorator switches gradients to
        self.is_switched = False  # whether a decorator may put its object in another mode while it runs
        self.binding = ""  # "staticmethod", "classmethod", "property"
        self.has_other_result = False  # whether a decorator of the project gives callers something else than it returns
        self.makes_context = False  # decorated with contextlib.contextmanager
        # what it returned when it was last run, with gradients and without, in a frozen module and elsewhere
        self.last: dict[tuple[int, bool], Value] = {}
        self.step: CallbackModel | None = None  # how a framework calls it that was given it

    def __repr__(self) -> str:
        return f"<function {self.name}>"

    @cached_property
    def leaves_mode(self) -> bool:
        """Whether it is a module's method that mentions no mode, so that its object's mode stays the same."""
        if self.owner is None or not self.owner.is_module or self.binding == "staticmethod":
            return False
        return _MODE.search(self.unit.tree.text_of(self.node)) is None

    @cached_property
    def constructs_module(self) -> bool:
        """Whether it is a module's constructor."""
        return self.owner is not None and self.owner.is_module and self.name == "__init__"

    @property
    def is_bound(self) -> bool:
        """Whether its first parameter is the object or the class that it is called on, which no argument shows."""
        return self.owner is not None and self.binding != "staticmethod"

    def passed_by(self, call: tree.Call) -> dict[str, tree.Expression]:
        """What a call of it passes, by the names of its parameters: see `tree.passed_to`."""
        return tree.passed_to(self.node, call, is_bound=self.is_bound)

    def passed_or_default(self, call: tree.Call) -> dict[str, tree.Expression]:
        """The same, and the defaults of the parameters for which the call passes nothing; none if it unpacks some."""
        if any(one.star for one in call.args):
            return self.passed_by(call)
        defaults = {one.name: one.default for one in self.node.parameters if one.default is not None}
        return defaults | self.passed_by(call)

    @cached_property
    def usage(self) -> Usage:
        """How the function's body uses names."""
        return self.unit.usage_of(self.node)

    @cached_property
    def model(self) -> CallModel | None:
        """What a user's row says that calling it does, whatever its body does."""
        lookup = self.unit.lookup
        if not lookup.rows:
            return None
        owner = self.owner.users_model if self.owner is not None else None
        if owner is not None and self.name in owner.methods:
            return owner.methods[self.name]
        return lookup.users_call(self.unit.names_of(self.node))

    @cached_property
    def is_generator(self) -> bool:
        """Whether the body contains `yield`."""
        return self.unit.traits_of(self.node).is_generator

    @property
    def is_memoised(self) -> bool:
        """Whether its results are cached, so that its body runs once for each kind of arguments."""
        decorators = self.node.decorators if isinstance(self.node, tree.FunctionDef) else []
        called = (one.func if isinstance(one, tree.Call) else one for one in decorators)
        return any(tree.last_name(one) in _MEMOISES for one in called)

    @cached_property
    def rebinds(self) -> frozenset[str]:
        """The names that the body assigns."""
        return self.unit.traits_of(self.node).rebinds

    @cached_property
    def chosen_by(self) -> frozenset[str]:
        """The parameters that the body compares with literals to choose a branch."""
        return self.unit.traits_of(self.node).chosen_by

    @cached_property
    def body(self) -> list[tree.Node]:
        """The statements of the body; for a lambda, its expression as a `return`."""
        if isinstance(self.node, tree.FunctionDef):
            return self.node.body
        return [tree.Return(self.node.body.start, self.node.body.end, self.node.body)]

    @cached_property
    def drives(self) -> bool:
        """Whether the body trains or evaluates, rather than computing a part of it."""
        return self.usage.trains or bool(self.usage.modules) or self.unit.traits_of(self.node).switches_itself

    @property
    def computes(self) -> bool:
        """Whether it is a method of a module that computes, not one that trains or evaluates."""
        return self.owner is not None and self.owner.is_module and not self.drives

    @property
    def builds_a_graph(self) -> bool:
        """Whether the function is part of a model's forward, judged by its class and body."""
        owner = self.owner
        if owner is None or self.name == "__init__":
            return False
        if owner.is_autograd_function:
            return True
        if not owner.is_module or owner.has_framework_steps:
            return False
        return self.name == "forward" or not self.drives


def _is(name: str, kind: Kind) -> bool:
    """Whether a name of PyTorch's is of a kind."""
    known = fact(name)
    return known is not None and known.kind == kind


# Of a longer chain of bases nothing is known beyond: asking each class about all of them costs their number squared.
MOST_BASES = 30
# How deep parameters are looked for in the parts of a module: a network, its decoder, a block, a layer, and some more.
_DEEPEST_PART = 8


# Bases that say what is known of types, and do nothing: `class Trainer(Generic[T])`.
_OF_TYPES = ("typing.Generic[]", "typing.Protocol", "typing.Protocol[]")


class Class(ClassDefinition):
    """A class of the file: its bases, methods, and the attributes of its instances."""

    def __init__(self, node: tree.ClassDef, bases: list[Value], unit: SourceUnit) -> None:
        self.node, self.name, self.bases, self.unit = node, node.name, bases, unit
        # Runs the constructor of another file's class that this file never constructs, on first use.
        self.prepare: Callable[[], None] | None = None
        self.stores_unknown = True  # whether `store` keeps values of which nothing is known
        self.methods: dict[str, Function] = {}
        self.attributes: dict[str, Value] = {}
        self.written: set[str] = set()  # the attributes that code assigns, beside the class's own body
        self.changes = 0  # how often something else was stored in an attribute than what was known of it
        self.uses_parameters = False  # whether the code asks an object for its parameters, or loads them
        self.subclasses: list[Class] = []

    def __repr__(self) -> str:
        return f"<class {self.name}>"

    @cached_property
    def lineage(self) -> tuple[Class, ...]:
        """The class and its bases in the project, nearest first, up to a limit."""
        found: dict[Class, None] = {}
        todo = [self]
        for here in todo:  # grows as bases are found
            if len(found) == MOST_BASES:
                break
            if here not in found:
                found[here] = None
                todo += [class_of(b) for b in here.bases if b.kind == "class"]
        return tuple(found)

    @cached_property
    def external_bases(self) -> tuple[str, ...]:
        """The dotted names of the bases that other packages define."""
        return tuple(b.name for c in self.lineage for b in c.bases if b.kind == "external")

    @cached_property
    def is_distribution(self) -> bool:
        """Whether instances are distributions of torch.distributions, which hold their parameters."""
        return any(self.unit.lookup.handler(base) == "distribution" for base in self.external_bases)

    @cached_property
    def users_name(self) -> str:
        """The name by which a user's row knows the class itself; empty if none does."""
        lookup = self.unit.lookup
        return lookup.users_class(self.unit.names_of(self.node)) if lookup.rows else ""

    @cached_property
    def users_model(self) -> ClassModel | None:
        """What a user's row says of the class itself."""
        return self.unit.lookup.class_model(self.users_name) if self.users_name else None

    @cached_property
    def call_model(self) -> CallModel | None:
        """What a user's row says that making an object gives, where that is not the object."""
        lookup = self.unit.lookup
        if not lookup.rows:
            return None
        made = lookup.users_call(self.unit.names_of(self.node))
        return made or (CallModel(InstanceOf(self.users_name)) if self.has_users_role else None)

    @property
    def has_users_role(self) -> bool:
        """Whether a user's row says that its objects are loaders, datasets or the like, and not what they look like."""
        return self.users_model is not None and self.users_model.role not in ("", "module")

    @cached_property
    def known_bases(self) -> tuple[str, ...]:
        """The dotted names under which rows may know what it derives from: users' rows first, then other packages."""
        return (*(c.users_name for c in self.lineage if c.users_name), *self.external_bases)

    @cached_property
    def models(self) -> list[ClassModel]:
        """The rows of what it is and derives from."""
        return self.unit.lookup.class_models(self.known_bases)

    def callback(self, method: str) -> CallbackModel | None:
        """How a framework calls a method; None if it does not."""
        return next((row.callbacks[method] for row in self.models if method in row.callbacks), None)

    def _has_role(self, role: Role) -> bool:
        return any(row.role == role for row in self.models)

    @cached_property
    def is_module(self) -> bool:
        """Whether instances are nn.Modules; a class with `forward` is one, too, if its base is in another file."""
        if self.derives_from_module:
            return True
        if self.models:
            return False  # a framework's class with a forward of another kind
        return "forward" in self.methods and self.has_unresolved_base

    @cached_property
    def derives_from_module(self) -> bool:
        """Whether a known base is an nn.Module."""
        for base in self.known_bases:
            known = fact(base)
            if (known and known.kind in ("module", "loss")) or self.unit.lookup.is_module_class(base):
                return True
        return False

    @cached_property
    def has_unresolved_base(self) -> bool:
        """Whether a base class is unknown: defined neither in the project nor in PyTorch."""
        if any(base.kind == "unknown" for cls in self.lineage for base in cls.bases):
            return True
        plain = ("object", "abc.ABC", "Exception", "dict", "list", "str", "int", "tuple", "enum.Enum", *_OF_TYPES)
        return any(fact(base) is None and base not in plain for base in self.external_bases)

    @cached_property
    def builtin_base(self) -> str | None:
        """The PyTorch module that it derives from, other than nn.Module itself; else None."""
        for base in self.external_bases:
            known = fact(base)
            if known and known.kind in ("module", "loss") and base not in ("torch.nn.Module", "torch.nn.Sequential"):
                return base
        return None

    @property
    def has_imposed_interface(self) -> bool:
        """Whether a base class of another package, or a PyTorch module, determines what forward returns."""
        plain = full_names("container", of="torch.nn") | {"torch.nn.Module", "torch.jit.ScriptModule"}
        return any(base not in plain and self.unit.lookup.imposes_forward(base) for base in self.external_bases)

    @cached_property
    def has_framework_steps(self) -> bool:
        """Whether instances are modules that a framework trains by calling their step methods."""
        return any(row.role == "module" and row.callbacks for row in self.models)

    @cached_property
    def is_dataset(self) -> bool:
        """Whether instances are torch.utils.data.Datasets."""
        return any(_is(base, "dataset") or self.unit.lookup.is_dataset_class(base) for base in self.known_bases)

    @cached_property
    def is_optimizer(self) -> bool:
        """Whether instances are torch.optim.Optimizers."""
        return any(_is(base, "optimizer") for base in self.external_bases) or self._has_role("optimizer")

    @cached_property
    def is_scheduler(self) -> bool:
        """Whether instances are torch.optim.lr_scheduler's LRSchedulers."""
        return any(_is(base, "scheduler") for base in self.external_bases) or self._has_role("scheduler")

    @cached_property
    def is_loader(self) -> bool:
        """Whether instances are torch.utils.data.DataLoaders, or a library's loaders of batches."""
        if any(_is(base, "loader") for base in self.external_bases) or self._has_role("loader"):
            return True
        rows = map(self.unit.lookup.call_model, self.external_bases)
        return any(row is not None and row.gives == "loader" for row in rows)

    @cached_property
    def is_autograd_function(self) -> bool:
        """Whether it is a torch.autograd.Function, whose `apply` runs its forward."""
        return any(base.endswith("autograd.Function") for base in self.external_bases)

    @cached_property
    def usage(self) -> Usage:
        """How the class's methods use `self.<name>`."""
        return self.unit.usage_of(self.node, into_functions=True)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields of a dataclass, a NamedTuple or the like, in its constructor's order; none of another class."""
        declares = any(base._declares_fields for base in self.lineage)
        if self.is_module or not declares or self.method("__init__") is not None:
            return ()
        declared = (s for base in reversed(self.lineage) for s in base.node.body if isinstance(s, tree.AnnotatedAssign))
        return tuple(dict.fromkeys(s.target.id for s in declared if isinstance(s.target, tree.Name)))

    @property
    def _declares_fields(self) -> bool:
        """Whether the class lists its fields as annotations, from which its constructor is made."""
        decorators = (d.func if isinstance(d, tree.Call) else d for d in self.node.decorators)
        if any(tree.last_part(d) in MAKES_FIELDS for d in decorators):
            return True
        return any(base.kind == "external" and base.name in HAS_FIELDS for base in self.bases)

    def method(self, name: str) -> Function | None:
        """The method of this name, of the class or of its nearest base; None if there is none."""
        for cls in self.lineage:
            found = cls.methods.get(name)
            if found is not None:
                return found
        return None

    def attribute(self, name: str) -> Value | None:
        """The value of an instance attribute, joined over all methods that assign it; None if none does."""
        found: Value | None = None
        self.is_prepared()
        for cls in self.lineage:
            if name in cls.attributes:
                found = cls.attributes[name] if found is None else join(found, cls.attributes[name])
        return found

    def is_prepared(self) -> None:
        """Make sure that the constructor has been run, so that its attributes are known."""
        for cls in self.lineage:
            if cls.prepare is not None:
                prepare, cls.prepare = cls.prepare, None
                prepare()

    def store(self, name: str, value: Value) -> None:
        """Join a value into an instance attribute."""
        if value.kind == "number" and value.made_by not in (DEVICE, SETTINGS):
            value = NUMBER  # another object may hold another flag
        self.written.add(name)
        if not self.stores_unknown and value.kind == "unknown" and not value.origins:
            return  # whoever constructs the object may say what this is
        old = self.attributes.get(name)
        self.attributes[name] = joined = value if old is None else join(old, value)
        self.changes += old is None or (joined is not old and joined.key() != old.key())

    @cached_property
    def _places(self) -> dict[str, tree.Node]:
        """Where the class's code first mentions each `self.<name>`."""
        found: dict[str, tree.Node] = {}
        for node in tree.walk(self.node):
            if isinstance(node, tree.Attribute) and isinstance(node.value, tree.Name) and node.value.id == "self":
                found.setdefault(node.attr, node)
        return found

    def place_of(self, name: str) -> tree.Node:
        """A node that identifies the object in `self.<name>`, if it is unknown where that was constructed."""
        return self._places.get(name, self.node)

    @property
    def descendants(self) -> tuple[Class, ...]:
        """All subclasses in this file, parents before children, up to a limit."""
        found: dict[Class, None] = {}
        todo = [(cls, 1) for cls in reversed(self.subclasses)]
        while todo:
            here, depth = todo.pop()
            if here not in found:
                found[here] = None
                todo += [(cls, depth + 1) for cls in reversed(here.subclasses) if depth < MOST_BASES]
        return tuple(found)

    def overrides(self, name: str) -> Iterator[Function]:
        """The methods of this name in subclasses of this file."""
        return (cls.methods[name] for cls in self.descendants if name in cls.methods)

    def has_parameters(self, depth: int = 0) -> bool:
        """Whether instances have parameters, as far as is known."""
        self.is_prepared()
        if depth > _DEEPEST_PART or not any(cls.attributes for cls in self.lineage):
            if any(base != "torch.nn.Module" and not _is_parameterless(base) for base in self.external_bases):
                return True
            return self._is_given_layers()
        for cls in self.lineage:
            for value in cls.attributes.values():
                if value.kind == "tensor" and value.grad == YES:
                    return True
                if value.kind == "module" and module_has_parameters(value, depth + 1):
                    return True
                if value.kind == "list" and value.items and module_has_parameters(value.items[0], depth + 1):
                    return True
        return self._may_hold_layers_of_its_base() or self._is_given_layers()

    def _may_hold_layers_of_its_base(self) -> bool:
        """Whether an unknown base class may bring layers of its own."""
        held = (value for cls in self.lineage for value in cls.attributes.values())
        return self.has_unresolved_base and any(value.kind == "unknown" for value in held)

    def _is_given_layers(self) -> bool:
        """Whether the code uses parameters of an object whose forward calls parts that come from somewhere unknown."""
        forward = self.method("forward")
        if not self.uses_parameters or forward is None:
            return False
        called = (name for name in forward.unit.traits_of(forward.node).calls_of_self if self.method(name) is None)
        return any((part := self.attribute(name)) is None or part.kind == "unknown" for name in called)


def module_has_parameters(value: Value, depth: int = 0) -> bool:
    """Whether a module has parameters; an unknown one is assumed to."""
    if value.kind != "module":
        return False
    if isinstance(value.ref, Class):
        return value.ref.has_parameters(depth)
    if isinstance(value.ref, ModuleList) and value.items:
        return any(part.kind != "module" or module_has_parameters(part, depth + 1) for part in value.items)
    if isinstance(value.ref, Composite):
        return not value.ref.parts or any(module_has_parameters(part, depth + 1) for part in value.ref.parts)
    if isinstance(value.ref, str):
        return not _is_parameterless(value.ref)
    return True


def _is_parameterless(name: str) -> bool:
    """Whether a class of PyTorch's is known to have no parameters: an activation, a pooling, a loss."""
    known = fact(name)
    return known is not None and known.parameterless


def class_of(value: Value) -> Class:
    """The class of a value of kind `class` or `instance`."""
    if isinstance(value.ref, Class):
        return value.ref
    raise WrongKind(f"{value!r} is of no known class")


def function_of(value: Value) -> Function:
    """The function of a value of kind `function` or `method`."""
    if isinstance(value.ref, Function):
        return value.ref
    raise WrongKind(f"{value!r} is no function")


def instance_of(cls: Class, source: tree.Node) -> Value:
    """An instance of a project class."""
    if cls.is_module:
        return Value("module", ref=cls, source=source)
    kind: Literal["dataset", "loader", "instance"] = (
        "dataset" if cls.is_dataset else "loader" if cls.is_loader else "instance"
    )
    return Value(kind, ref=cls, source=source)
