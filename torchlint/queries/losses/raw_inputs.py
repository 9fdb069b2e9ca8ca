"""Inputs of a loss that come straight from a layer on one of the ways that lead there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import LAYER
from torchlint.knowledge.meanings import LOG_SOFTMAX
from torchlint.knowledge.operations import VIEWS, has_column
from torchlint.queries.file import ExpressionView, View
from torchlint.queries.losses.loss_calls import LossView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def raw_on_one_way(loss: LossView) -> View | None:
    """The layer whose raw output reaches the loss on one path, where another path goes through log_softmax."""
    name = _tensor_behind(loss.operand.node) if loss.operand is not None else None
    found = reaching_definitions(loss.file.tree, name) if isinstance(name, tree.Name) else ()
    makers = [(one.source, _made_by(loss.file, one)) for one in found if one is not None]
    raw = next((ExpressionView(loss.file, node) for node, made in makers if made == LAYER and node is not None), None)
    if raw is None or not any(made == LOG_SOFTMAX for _, made in makers) or not _is_undecided(loss, raw):
        return None
    return raw


def _tensor_behind(node: tree.Node) -> tree.Node:
    """The tensor that views are taken of: `x` of `x.view(-1, n)`."""
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and has_column(node.func.attr, *VIEWS):
        node = node.func.value
    return node


def _made_by(file: File, definition: Definition) -> str:
    """What last transformed the numbers that a definition gives a name; empty where that is not known."""
    source = definition.source
    value = file.facts.values.get(source) if source is not None else None
    if value is not None and value.kind == "tuple" and isinstance(definition.node, tree.Assign):
        targets = definition.node.targets[0]
        places = targets.elements if isinstance(targets, tree.Tuple) else []
        at = next((i for i, place in enumerate(places) if place is definition.target), len(value.items))
        value = value.items[at] if at < len(value.items) and len(places) == len(value.items) else None
    return value.made_by if value is not None and value.is_tensor else ""


def _is_undecided(loss: LossView, applied: ExpressionView) -> bool:
    """Whether nothing between an activation and the loss asks what decided about the activation."""
    syntax = loss.file.tree
    condition = syntax.above(applied.node, tree.If, tree.For, tree.While, tree.Try, tree.FunctionDef)
    asked = _names(condition.test) if isinstance(condition, tree.If) else {"training"}
    if "training" in asked:
        return False  # a loss is for training
    around = syntax.above(loss.node, tree.FunctionDef) or syntax.root
    tests = (node.test for node in tree.walk(around) if isinstance(node, (tree.If, tree.Conditional)))
    return not any(_names(test) & asked for test in tests if applied.node.end < test.start < loss.node.start)


def _names(test: tree.Node) -> set[str]:
    """The names and attributes that a test reads, apart from `self`."""
    names = {node.id for node in tree.walk(test) if isinstance(node, tree.Name)} - {"self"}
    return names | {node.attr for node in tree.walk(test) if isinstance(node, tree.Attribute)}
