"""Modules whose `forward` is called by name: whether a hook may be on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.flow.hooks import hooks_module
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import ExpressionView


def is_proven_module(receiver: ExpressionView) -> bool:
    """Whether this is certainly an nn.Module, rather than a class or what only its use speaks for."""
    return receiver.value.kind == "module" and not receiver.value.assumed


def is_made_for_this_use(module: ExpressionView) -> bool:
    """Whether a function makes a module for this one use, of a class that registers no hook on its own objects."""
    file, made, scope = module.file, module.value.source, module.file.tree.scope(module.node)
    if not isinstance(scope, tree.FunctionDef) or module.uses_in_function != 1 or not isinstance(made, tree.Call):
        return False
    if resolved_expression(file.tree, module.node) is not made:
        return False  # on one of two ways another one; or something was done with it, as by `weight_norm`
    cls = module.value.ref
    inside = scope.start <= made.start and made.end <= scope.end and file.holds(made)
    if not inside or not isinstance(cls, Class):
        return inside and isinstance(cls, str) and "Parallel" not in cls
    calls = (call.func for one in cls.lineage for call in one.unit.tree.inside(one.node, tree.Call))
    return not any(isinstance(func, tree.Attribute) and hooks_module(func.attr) for func in calls)
