"""Signatures of what is called, and whether the arguments of a call can be bound to them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.binding.names import Names
from torchlint.binding.symbols import Class, Function
from torchlint.domain.values import Sequential, Value
from torchlint.knowledge.forward_signatures import forward_parameters
from torchlint.syntax import tree

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why the arguments of a call can't be bound to a signature."""

    missing: tuple[str, ...] = ()
    too_many: int = 0  # how many positional arguments are given where fewer are taken
    unexpected: str = ""
    twice: str = ""


@dataclass(frozen=True, slots=True)
class Signature:
    """What a callable takes, without the object that it is bound to."""

    name: str  # as messages call it: `Decoder.forward`
    positional: tuple[str, ...]
    required: frozenset[str]
    by_name: frozenset[str] = frozenset()  # of the parameters that only keywords give
    takes_more: bool = False  # `*args`
    takes_keywords: bool = False  # `**kwargs`
    node: tree.FunctionDef | tree.Lambda | None = None

    def misfit(self, call: tree.Call) -> Misfit | None:
        """Why this call raises a TypeError; None if it does not, or if stars leave that open."""
        stars = {argument.star for argument in call.args if argument.star}
        given = sum(argument.keyword is None and not argument.star for argument in call.args)
        named = [argument.keyword for argument in call.args if argument.keyword]
        if given > len(self.positional) and not self.takes_more:
            return Misfit(too_many=given)
        for name in named:
            if name not in self.positional and name not in self.by_name and not self.takes_keywords:
                return Misfit(unexpected=name)
            if name in self.positional[:given]:
                return Misfit(twice=name)
        if stars:
            return None
        left = [*self.positional[given:], *sorted(self.by_name)]
        missing = tuple(name for name in left if name in self.required and name not in named)
        return Misfit(missing=missing) if missing else None


def _of_parameters(name: str, parameters: Sequence[tree.Parameter], node: tree.FunctionDef | tree.Lambda) -> Signature:
    return Signature(
        name,
        tuple(one.name for one in parameters if one.kind == "positional"),
        frozenset(one.name for one in parameters if one.kind in ("positional", "keyword") and one.default is None),
        frozenset(one.name for one in parameters if one.kind == "keyword"),
        any(one.kind == "star" for one in parameters),
        any(one.kind == "double-star" for one in parameters),
        node,
    )


def _of_text(name: str, text: str) -> Signature:
    words = text.split()
    return Signature(
        name,
        tuple(word.rstrip("=") for word in words),
        frozenset(word for word in words if not word.endswith("=")),
    )


def of_function(function: Function, name: str, *, is_bound: bool) -> Signature | None:
    """The signature of a function, without its first parameter if it is bound; None if decorators may change it."""
    node = function.node
    if isinstance(node, tree.FunctionDef) and not all(_keeps(function, one) for one in node.decorators):
        return None
    parameters = node.parameters
    if is_bound:
        if not parameters or parameters[0].kind != "positional":
            return None
        parameters = parameters[1:]
    return _of_parameters(name, parameters, node)


_BINDINGS = frozenset(("staticmethod", "classmethod", "abstractmethod", "abc.abstractmethod"))


def _keeps(function: Function, decorator: tree.Expression) -> bool:
    """Whether a decorator leaves the signature as it is, as all of PyTorch's for functions do."""
    said = decorator.func if isinstance(decorator, tree.Call) else decorator
    name = Names(function.unit.tree).spelled_out(said)
    return name in _BINDINGS or name.startswith("torch.")


def of_forward(cls: Class) -> Signature | None:
    """What objects of a module's class take when they are called; None if that is open."""
    if cls.method("__call__") is not None or any("forward" in base.written for base in cls.lineage):
        return None
    forward = cls.method("forward")
    if forward is None:
        base = cls.builtin_base or ("torch.nn.Sequential" if "torch.nn.Sequential" in cls.external_bases else "")
        return of_library(base) if base and not cls.has_unresolved_base and len(cls.external_bases) == 1 else None
    return of_method(cls, forward)


def of_method(cls: Class, function: Function) -> Signature | None:
    """What a method takes beside the object; None if it is not certain that it is the one which is called."""
    if function.owner is not cls and not _leads_to(cls, function.owner):
        return None
    same = [n for n in tree.walk(function.owner.node) if isinstance(n, tree.FunctionDef) and n.name == function.name]
    if len(same) > 1 and any(one not in function.owner.node.body for one in same):
        return None
    bound = function.binding != "staticmethod"
    return of_function(function, f"{function.owner.name}.{function.name}", is_bound=bound)


def _leads_to(cls: Class, owner: Class | None) -> bool:
    """Whether a class inherits from another one with no further base on the way."""
    here = cls
    while here is not owner:
        if len(here.bases) != 1 or here.bases[0].kind != "class" or not isinstance(here.bases[0].ref, Class):
            return False
        here = here.bases[0].ref
    return True


def of_library(name: str) -> Signature | None:
    """What objects of a module's class of PyTorch take."""
    text = forward_parameters(name)
    return _of_text(f"{name.removeprefix('torch.')}.forward", text) if text is not None else None


def of_constructor(cls: Class) -> Signature | None:
    """What the constructor of a class takes; None if that is open."""
    if cls.method("__new__") is not None or cls.is_autograd_function or cls.fields:
        return None
    if any(base.node.decorators or any(a.keyword for a in base.node.bases) for base in cls.lineage):
        return None
    init = cls.method("__init__")
    if init is not None:
        made = of_method(cls, init)
        return replace(made, name=cls.name) if made is not None else None
    takes_none = set(cls.external_bases) <= {"torch.nn.Module", "object"} and not cls.has_unresolved_base
    return Signature(cls.name, (), frozenset()) if takes_none and cls.external_bases else None


def of_value(value: Value) -> Signature | None:
    """What calling a value takes; None where it is not known."""
    ref = value.ref
    if value.kind == "module":
        if isinstance(ref, Class):
            return of_forward(ref)
        if isinstance(ref, Sequential):
            return of_library("torch.nn.Sequential")
        return of_library(ref) if isinstance(ref, str) else None
    if value.kind == "class" and isinstance(ref, Class):
        return of_constructor(ref)
    if value.kind == "function" and isinstance(ref, Function):
        return of_function(ref, ref.name, is_bound=False)
    if value.kind == "method" and isinstance(ref, Function):
        if ref.owner is not None and ref.owner.is_autograd_function and ref.name == "forward":
            return of_function(ref, f"{ref.owner.name}.apply", is_bound=ref.owner.method("setup_context") is None)
        owner = value.items[0].ref if value.items else None
        return of_method(owner, ref) if isinstance(owner, Class) else None
    return None
