"""Signatures of what is called, and whether the arguments of a call can be bound to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from torchlint.binding.names import Names
from torchlint.binding.symbols import Class, Function
from torchlint.domain.values import Sequential, Value
from torchlint.knowledge.forward_signatures import forward_parameters
from torchlint.syntax import tree

_BINDINGS = frozenset(("staticmethod", "classmethod", "abstractmethod", "abc.abstractmethod"))
# Bases whose constructor takes nothing.
_TAKE_NOTHING = frozenset(("torch.nn.Module", "object"))


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why the arguments of a call can't be bound to a signature: one of these is the case."""

    missing: tuple[str, ...] = ()
    too_many: int = 0  # how many positional arguments are passed where fewer are taken
    unexpected: str = ""  # a keyword
    twice: str = ""  # a parameter that is given by position and by keyword


@dataclass(frozen=True, slots=True)
class Signature:
    """What a callable takes, without the object that it is bound to."""

    name: str  # as messages call it: `Decoder.forward`
    positional: tuple[str, ...]
    required: frozenset[str]
    by_name: tuple[str, ...] = ()  # the parameters that only a keyword gives
    takes_more: bool = False  # `*args`
    takes_keywords: bool = False  # `**kwargs`
    node: tree.Node | None = None  # the `def`

    def misfit(self, call: tree.Call) -> Misfit | None:
        """Why this call raises a TypeError; None if it does not, or if stars leave that open."""
        before_star = next((place for place, one in enumerate(call.args) if one.star), len(call.args))
        given = sum(one.keyword is None and not one.star for one in call.args)
        leading = sum(one.keyword is None for one in call.args[:before_star])
        named = [one.keyword for one in call.args if one.keyword]
        if given > len(self.positional) and not self.takes_more:
            return Misfit(too_many=given)
        for name in named:
            if name in self.positional[:leading]:
                return Misfit(twice=name)
            if name not in (*self.positional, *self.by_name) and not self.takes_keywords:
                return Misfit(unexpected=name)
        if before_star < len(call.args):
            return None
        left = (*self.positional[given:], *self.by_name)
        missing = tuple(name for name in left if name in self.required and name not in named)
        return Misfit(missing=missing) if missing else None


def signature_of(value: Value) -> Signature | None:
    """What calling a value takes; None where that is open."""
    ref = value.ref
    if value.kind == "module" and isinstance(ref, Class):
        return _of_forward(ref)
    if value.kind == "module":
        return _of_library("torch.nn.Sequential" if isinstance(ref, Sequential) else ref)
    if value.kind == "class" and isinstance(ref, Class):
        return _of_constructor(ref)
    if value.kind in ("function", "method") and isinstance(ref, Function):
        owner = value.items[0].ref if value.items else None
        if isinstance(owner, Class) and owner.is_autograd_function and ref.name == "forward":
            takes_context = owner.method("setup_context") is None
            return _of_function(ref, f"{owner.name}.apply", is_bound=takes_context)
        if value.kind == "function":
            return _of_function(ref, ref.name, is_bound=False)
        return _of_method(owner, ref) if isinstance(owner, Class) else None
    call = ref.method("__call__") if isinstance(ref, Class) else None
    return _of_method(ref, call) if isinstance(ref, Class) and call is not None else None


def _of_forward(cls: Class) -> Signature | None:
    """What a module takes when it is called: what its forward takes, unless it is called in another way."""
    if cls.method("__call__") is not None or any("forward" in base.written for base in cls.lineage):
        return None
    forward = cls.method("forward")
    if forward is not None:
        return _of_method(cls, forward)
    base = cls.external_bases[0] if len(cls.external_bases) == 1 and not cls.has_unresolved_base else None
    return _of_library(base)


def _of_library(ref: object) -> Signature | None:
    """What a module of PyTorch takes."""
    text = forward_parameters(ref) if isinstance(ref, str) else None
    if text is None or not isinstance(ref, str):
        return None
    words = text.split()
    required = frozenset(word for word in words if not word.endswith("="))
    return Signature(f"{ref.removeprefix('torch.')}.forward", tuple(word.rstrip("=") for word in words), required)


def _of_constructor(cls: Class) -> Signature | None:
    """What the constructor of a class takes, unless a decorator, a metaclass or `__new__` makes its objects."""
    if cls.method("__new__") is not None or cls.is_autograd_function or cls.fields:
        return None
    if any(base.node.decorators or any(one.keyword for one in base.node.bases) for base in cls.lineage):
        return None
    constructor = cls.method("__init__")
    if constructor is not None:
        made = _of_method(cls, constructor)
        return replace(made, name=cls.name) if made is not None else None
    is_plain = bool(cls.external_bases) and _TAKE_NOTHING.issuperset(cls.external_bases)
    return Signature(cls.name, (), frozenset(), node=cls.node) if is_plain and not cls.has_unresolved_base else None


def _of_method(cls: Class, function: Function) -> Signature | None:
    """What a method takes beside the object; None if objects of the class may have another one of that name."""
    owner = function.owner
    if owner is None or not _inherits_plainly(cls, owner):
        return None
    if function.name in owner.unit.tree.once(_defined_in_branches, owner.node):
        return None  # a condition decides which one it is
    return _of_function(function, f"{owner.name}.{function.name}", is_bound=function.binding != "staticmethod")


def _defined_in_branches(syntax: tree.Tree, cls: tree.Node) -> frozenset[str]:
    """The names of a class's methods that an `if` or a `try` in it defines."""
    methods = (one for one in syntax.inside(cls, tree.FunctionDef) if syntax.above(one, *tree.Scope) is cls)
    return frozenset(one.name for one in methods if syntax.parents.get(one) is not cls)


def _inherits_plainly(cls: Class, owner: Class) -> bool:
    """Whether a class is another one, or inherits from it with no further base on the way."""
    here = cls
    while here is not owner:
        base = here.bases[0].ref if len(here.bases) == 1 else None
        if not isinstance(base, Class):
            return False
        here = base
    return True


def _of_function(function: Function, name: str, *, is_bound: bool) -> Signature | None:
    """What a function takes, without its first parameter if it is bound; None if decorators may change that."""
    node = function.node
    if isinstance(node, tree.FunctionDef) and not all(_keeps_signature(function, one) for one in node.decorators):
        return None
    parameters: Sequence[tree.Parameter] = node.parameters
    if is_bound:
        if not parameters or parameters[0].kind != "positional":
            return None
        parameters = parameters[1:]
    return Signature(
        name,
        tuple(one.name for one in parameters if one.kind == "positional"),
        frozenset(one.name for one in parameters if one.kind in ("positional", "keyword") and one.default is None),
        tuple(one.name for one in parameters if one.kind == "keyword"),
        any(one.kind == "star" for one in parameters),
        any(one.kind == "double-star" for one in parameters),
        node,
    )


def _keeps_signature(function: Function, decorator: tree.Expression) -> bool:
    """Whether a decorator leaves the signature as it is, as those of PyTorch do: `no_grad`, `autocast`."""
    said = decorator.func if isinstance(decorator, tree.Call) else decorator
    name = Names(function.unit.tree).spelled_out(said)
    return name in _BINDINGS or name.startswith("torch.")
