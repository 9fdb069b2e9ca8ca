"""Losses that are given the targets first and the model's output second."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
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


# Names of what a model gives, and of what it should have given.
_OUTPUT = re.compile(
    r"(?<!held)(^|_)(preds?|predicted|predictions?|logits?|outputs?|out|[xy]_?hat|scores?|recons?|reconstructed|reconstructions?)(_|\d|$)",
    re.IGNORECASE,
)
_TARGET = re.compile(r"(^|_)(labels?|targets?|gts?|ground_?truths?|truth|y_?true)(_|\d|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Swapped:
    """A loss that is given the targets first."""

    loss: losses.LossView
    is_proven: bool  # whether the second argument certainly carries a graph


def swapped_losses(file: File) -> Iterator[Swapped]:
    """Calls of one-sided losses with data first and an output second, by kind of loss.

    Names of both suffice if nothing is known of the values: `(labels, logits)`, `(heatmap, heatmap_pred)`.
    """
    for wants in _ONE_SIDED:
        for loss in losses.losses(file, wants):
            given, target = loss.operand, loss.target
            if given is None or target is None:
                continue
            is_named = _are_named(given, target)
            is_unknown_target = is_named and _is_target(given) and given.value.kind == "unknown"
            if _is_output(target) and (_is_data(given) or is_unknown_target):
                yield Swapped(loss, is_proven=True)
            elif is_named and not given.carries_grad and not _is_graph_free(target):
                yield Swapped(loss, is_proven=False)


def _are_named(given: ExpressionView, target: ExpressionView) -> bool:
    """Whether the names say that the first is what the second should be."""
    first, second = (_name(one) for one in (given, target))
    if not _OUTPUT.search(second) or _TARGET.search(second) or _OUTPUT.search(first):
        return False
    return _is_target(given) or _OUTPUT.sub("", second).strip("_") == first != ""


def _is_target(given: ExpressionView) -> bool:
    """Whether it is called a target; another name may be of an earlier output: `F.cross_entropy(rows, rows_out)`."""
    return _TARGET.search(_name(given)) is not None


def _name(one: ExpressionView) -> str:
    """The name of a value, also of one that is only cast, moved or reshaped: `labels.float()`."""
    node: tree.Node = one.node
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        if not has_column(node.func.attr, "cast", "move", "reshape"):
            return ""
        node = node.func.value
    return (tree.dotted(node) or "").rpartition(".")[2]


def _is_graph_free(target: ExpressionView) -> bool:
    """Whether it certainly has no graph, as what another model gives under `no_grad`."""
    return target.value.is_tensor and target.value.grad == NO and not target.value.assumed


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
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant) and isinstance(node.value, tree.Name):
        taken = reaching_definition(given.file.tree, node.value)
        return taken is not None and isinstance(taken.node, tree.For)  # `batch["mask"]` of `for batch in loader`
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
