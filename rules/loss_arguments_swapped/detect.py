"""Losses that are given the targets first and the model's output second."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition
from torchlint.domain.values import NO
from torchlint.finding import Edit
from torchlint.knowledge.operations import has_column
from torchlint.queries import ExpressionView, losses
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What losses want that are another number when both arguments change places.
_ONE_SIDED = ("probabilities", "logits", "class-logits")


def swapped_losses(file: File) -> Iterator[losses.LossView]:
    """Calls of one-sided losses whose second argument carries a graph, and whose first is data, by kind of loss."""
    for wants in _ONE_SIDED:
        for loss in losses.losses(file, wants):
            given, target = loss.operand, loss.target
            if given is not None and target is not None and _is_data(given) and _is_output(target):
                yield loss


def _is_data(given: ExpressionView) -> bool:
    """Whether it is a batch's part, or a tensor that certainly has no graph."""
    value = given.value
    if value.kind == "batch" or (value.is_tensor and value.grad == NO and not value.assumed):
        return True
    return value.kind == "unknown" and _comes_from_a_loop(given)


def _comes_from_a_loop(given: ExpressionView) -> bool:
    """Whether it is what a loop unpacks next to others, cast or reshaped at most: `for x, y in loader`."""
    node: tree.Node = given.node
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        if not has_column(node.func.attr, "cast", "move", "reshape"):
            return False
        node = node.func.value
    if not isinstance(node, tree.Name):
        return False
    definition = reaching_definition(given.file.tree, node)
    loop = definition.node if definition is not None else None
    if definition is not None and isinstance(loop, tree.Assign) and isinstance(loop.value, tree.Call):
        moved = ExpressionView(given.file, loop.value)  # y = y.to(device)
        return loop.value is not given.node and _comes_from_a_loop(moved)
    targets = loop.target if isinstance(loop, tree.For) else None
    return isinstance(targets, tree.Tuple)


def _is_output(target: ExpressionView) -> bool:
    return target.carries_grad and target.is_sure


def swapping(loss: losses.LossView) -> tuple[Edit, ...]:
    """The edits that change the places of both arguments."""
    given, target = loss.operand, loss.target
    if given is None or target is None:
        return ()
    return given.put(target.code) + target.put(given.code)
