"""Logarithms that are multiplied by their own argument, as in an entropy."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.operations import has_column
from torchlint.queries.file import CallView, ExpressionView
from torchlint.syntax import tree


def is_weighed(log: CallView, given: ExpressionView) -> bool:
    """Whether a logarithm is multiplied by its argument: p * log(p + eps) goes to 0 as p does."""
    scope = log.file.tree.scope(log.node)
    return any(_is_same(log, given, weight) and _has(log, other) for weight, other in _factors(scope))


def has_epsilon(given: ExpressionView) -> bool:
    """Whether something is added to the argument of the logarithm, or it is clamped from below."""
    node = resolved_expression(given.file.tree, given.node)  # p = x.softmax(1) + 1e-8
    is_sum = node.op == "+" if isinstance(node, tree.BinaryOp) else _called(node) == "add"
    return is_sum or is_clamped(given)


def is_clamped(given: ExpressionView) -> bool:
    """Whether the argument of the logarithm is clamped from below: `p.clamp(min=eps)`, `torch.maximum(p, eps)`."""
    node = resolved_expression(given.file.tree, given.node)
    name = _called(node)
    if not isinstance(node, tree.Call) or not has_column(name, "clamp"):
        return name == "maximum"
    limits = node.args[1:] if (tree.dotted(node.func) or "").startswith("torch.") else node.args
    return name != "clamp_max" and {argument.keyword for argument in limits} != {"max"}


def _called(node: tree.Node) -> str:
    return tree.last_name(node.func).rstrip("_") if isinstance(node, tree.Call) else ""


def _is_same(log: CallView, given: ExpressionView, weight: tree.Node) -> bool:
    value, made = ExpressionView(log.file, weight).value, given.value
    return made.source is not None and value.made_by == made.made_by and value.source is made.source


def _has(log: CallView, node: tree.Node) -> bool:
    """Whether an expression is the logarithm, or a sum that contains it."""
    if isinstance(node, tree.UnaryOp):
        return _has(log, node.operand)
    if isinstance(node, tree.BinaryOp) and node.op in ("+", "-"):
        return _has(log, node.left) or _has(log, node.right)
    if isinstance(node, tree.Name):
        found = reaching_definitions(log.file.tree, node)
        return any(one is not None and one.value is log.node for one in found)
    return node is log.node


def _factors(scope: tree.Node) -> Iterator[tuple[tree.Node, tree.Node]]:
    """All pairs of factors of products, in both orders, without signs."""
    for node in tree.walk(scope):
        pair: list[tree.Node] = []
        if isinstance(node, tree.BinaryOp) and node.op == "*":
            pair = [node.left, node.right]
        elif isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "mul":
            pair = [argument.value for argument in node.args]
            pair = pair if len(pair) == 2 else [node.func.value, *pair]
        if len(pair) == 2:
            left, right = map(_without_sign, pair)
            yield left, right
            yield right, left


def _without_sign(node: tree.Node) -> tree.Node:
    return node.operand if isinstance(node, tree.UnaryOp) and node.op in ("+", "-") else node
