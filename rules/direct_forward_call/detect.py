"""Modules whose `forward` is called by name: whether a hook may be on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import UNKNOWN, Value, alternatives
from torchlint.flow.hooks import hooks_module
from torchlint.knowledge.torch_api import member, method
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import CallView, ExpressionView, File

    _DirectCall = tuple[CallView, ExpressionView]  # a call of `forward`, and the module


def is_proven_module(receiver: ExpressionView) -> bool:
    """Whether this is certainly an nn.Module, rather than a class or what only its use as a function speaks for."""
    value = receiver.value
    if value is UNKNOWN:
        value = _attribute_of_class(receiver)
    return (value.kind == "module" and not value.assumed) or (value.kind == "unknown" and _registers(receiver))


def _attribute_of_class(receiver: ExpressionView) -> Value:
    """What the constructor assigns to an attribute of `self` in code that no call leads to."""
    owner = receiver.function.owner if receiver.function is not None else None
    name = tree.dotted(receiver.node) or ""
    if owner is None or not name.startswith("self.") or name.count(".") > 1:
        return UNKNOWN
    value = owner.attributes.get(name.removeprefix("self."), UNKNOWN)
    cls = value.ref
    is_called_otherwise = isinstance(cls, Class) and (cls.method("__call__") is not None or cls.has_unresolved_base)
    return UNKNOWN if is_called_otherwise else value


def _registers(receiver: ExpressionView) -> bool:
    """Whether the class around registers something on it, by a method that only modules have."""
    syntax, name = receiver.file.tree, tree.dotted(receiver.node) or ""
    cls = syntax.above(receiver.node, tree.ClassDef)
    if cls is None or not name.startswith("self."):
        return False
    called = (call.func for call in syntax.inside(cls, tree.Call) if isinstance(call.func, tree.Attribute))
    return any(_is_of_modules(func.attr) and tree.dotted(func.value) == name for func in called)


def _is_of_modules(name: str) -> bool:
    """Whether only modules have such a method: `register_buffer`, but not `register_hook`."""
    return name.startswith("register_") and member("torch.nn.Module", name) is not None and method(name) is None


def is_made_for_this_use(module: ExpressionView) -> bool:
    """Whether a module is made for this one use, of a class that registers no hook on its own objects."""
    if isinstance(module.node, tree.Call):  # `Loss().forward(x)`, and `cls().forward(x)` of several classes
        made = alternatives(module.value)
        return all(one.source is module.node and not _hooks_itself(module.file, one) for one in made)
    file, source, scope = module.file, module.value.source, module.file.tree.scope(module.node)
    if not isinstance(scope, tree.FunctionDef) or module.uses_in_function != 1 or not isinstance(source, tree.Call):
        return False
    if resolved_expression(file.tree, module.node) is not source:
        return False  # another module on one of two paths, or modified since, as by `weight_norm`
    is_inside = scope.start <= source.start and source.end <= scope.end and file.holds(source)
    return is_inside and not _hooks_itself(file, module.value)


def one_per_habit(found: list[_DirectCall]) -> list[list[_DirectCall]]:
    """The calls by the class, or else the function, that they are in, and by what they call: a class, or an object."""
    habits: dict[object, list[_DirectCall]] = {}
    for call, module in found:
        function = call.function
        around = (function.owner or function) if function is not None else None
        called = module.value.ref if isinstance(module.value.ref, Class) else module.code
        habits.setdefault((around, called), []).append((call, module))
    return list(habits.values())


def _hooks_itself(file: File, module: Value) -> bool:
    """Whether a module may register hooks on itself: its class does, or is not known."""
    cls = module.ref
    if cls is None:  # of one of many classes
        return any(map(_registers_hooks, file.analysis.classes))
    if not isinstance(cls, Class):
        return not isinstance(cls, str) or "Parallel" in cls
    return _registers_hooks(cls)


def _registers_hooks(cls: Class) -> bool:
    calls = (call.func for one in cls.lineage for call in one.unit.tree.inside(one.node, tree.Call))
    return any(isinstance(func, tree.Attribute) and hooks_module(func.attr) for func in calls)
