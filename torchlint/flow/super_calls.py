"""Calls of the methods that a class inherits: `super().__init__()`."""

from __future__ import annotations

from torchlint.binding.symbols import Class, instance_of
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import Value, unknown
from torchlint.flow.framework_effects import method_of_framework
from torchlint.flow.function_calls import call_function
from torchlint.flow.interpreter import Arguments, Keywords
from torchlint.flow.module_calls import LAYERS, module_method
from torchlint.flow.module_containers import made_module
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def is_super(node: tree.Expression) -> bool:
    """Whether an expression is `super()`, with or without arguments."""
    return isinstance(node, tree.Call) and isinstance(node.func, tree.Name) and node.func.id == "super"


def call_super(
    frame: Frame, name: str, node: tree.Call, proxy: tree.Expression, given: tuple[Arguments, Keywords]
) -> Value:
    """The result of a method of a base: `super().forward(x)`, with the arguments that it is `given`."""
    args, keywords = given
    owner = frame.owner
    assert owner is not None
    for base in _bases_behind(owner, proxy):
        if name in base.methods:
            return call_function(frame, base.methods[name], [_self(frame, owner), *args], keywords, node)
    if name == "__init__" and "torch.nn.Sequential" in owner.external_bases and args:
        owner.store(LAYERS, made_module("torch.nn.Sequential", args, node))
    promised = method_of_framework(frame, _self(frame, owner), name, args, keywords, node)
    if promised is not None:
        return promised
    if name in ("train", "eval") and owner.is_module:
        return module_method(frame, _self(frame, owner), name, args, keywords, node)
    return unknown(origins_of_arguments(args, keywords))


def _bases_behind(owner: Class, proxy: tree.Expression) -> tuple[Class, ...]:
    """The bases whose methods `super()` gives: `super(Base, self)` those behind this base."""
    lineage = owner.lineage
    named = tree.last_name(proxy.args[0].value) if isinstance(proxy, tree.Call) and proxy.args else ""
    place = next((place for place, cls in enumerate(lineage) if cls.name == named), 0)
    return lineage[place + 1 :]


def _self(frame: Frame, owner: Class) -> Value:
    """The value of `self` in a method."""
    parameters = frame.function.node.parameters if frame.function else []
    held = frame.scope.names.get(parameters[0].name) if parameters else None
    return held if held is not None and isinstance(held.ref, Class) else instance_of(owner, owner.node)
