"""Models that hold the loss that they are trained with, and whose forward ends with a ReLU."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import full_names
from torchlint.queries import CallView, ExpressionView, FunctionView, testing
from torchlint.queries.gradients import called_value, operation_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LOSSES = full_names("loss-of-difference", of="torch.nn")
_RECTIFIERS = ("torch.nn.ReLU", "torch.nn.ReLU6")


@dataclass(frozen=True, slots=True, eq=False)
class RectifiedOutput(ExpressionView):
    """The ReLU behind the last linear layer of a model."""

    loss: str  # the attribute that holds the loss


def rectified_outputs(file: File) -> Iterator[RectifiedOutput]:
    """Each of them, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for node in file.tree.all(tree.FunctionDef):
        method = FunctionView(file, node)
        if node.name != "forward" or method.owner is None or not method.owner.is_module:
            continue
        loss = _held_loss(file, method.owner)
        for given in file.tree.own(node, tree.Return) if loss else ():
            made = resolved_expression(file.tree, given.value) if given.value is not None else None
            if isinstance(made, tree.Call) and _is_rectified_linear(file, made):
                yield RectifiedOutput(file, made, loss)


def _held_loss(file: File, cls: Class) -> str:
    """The attribute that holds such a loss, if only code outside of the class may compute it."""
    calls = {tree.dotted(call.func) for call in file.tree.inside(cls.node, tree.Call)}
    is_loss = {name: isinstance(value.ref, str) and value.ref in _LOSSES for name, value in cls.attributes.items()}
    held = (name for name in is_loss if is_loss[name] and f"self.{name}" not in calls)
    return next(held, "")


def _is_rectified_linear(file: File, made: tree.Call) -> bool:
    """Whether a call is a ReLU, as a function, a method or a layer, of what a linear layer gives."""
    rectified: tree.Node | None
    if called_value(CallView(file, made)).dotted_name in _RECTIFIERS:
        rectified = made.args[0].value if made.args else None
    else:
        operation = operation_of(file, made)
        rectified = operation.operand if operation is not None and operation.name in ("relu", "relu_") else None
    given = resolved_expression(file.tree, rectified) if rectified is not None else None
    return isinstance(given, tree.Call) and called_value(CallView(file, given)).ref == "torch.nn.Linear"
