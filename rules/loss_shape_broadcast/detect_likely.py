"""Losses of a column and of numbers that are in one row as far as the code shows: targets of Q-learning, returns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import has_column, keeps_shape
from torchlint.queries import CallView, ExpressionView, losses, testing
from torchlint.queries.gradients import called_value, folded, has_one_last, operation_of, rank_of, traced
from torchlint.syntax import tree

from .detect import BroadcastView

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 8


class LikelyBroadcast(BroadcastView):
    """A loss or a difference of a column, such as `q.gather(1, actions)`, and of numbers in one row."""

    __slots__ = ()

    @property
    def sides(self) -> tuple[ExpressionView, ExpressionView]:
        """The column, and what is in one row."""
        first, second = self._both
        return (first, second) if _is_column(self.file, first.node) else (second, first)

    @property
    def is_of_rows(self) -> bool:
        """Never sure: how many dimensions the numbers have is not stated."""
        return False


def likely_broadcasts(file: File) -> Iterator[LikelyBroadcast]:
    """What spreads a column over a row, judged by how both are made, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    found: list[tree.Node] = [loss.node for loss in losses.losses_of_difference(file) if len(loss.node.args) > 1]
    found += [node for node in file.tree.all(tree.BinaryOp) if node.op == "-" and file.value(node).value.is_tensor]
    for node in sorted(found, key=lambda n: n.start):
        view = LikelyBroadcast(file, node)
        column, row = view.sides
        if _is_column(file, column.node) and column.carries_grad and _is_row(file, row.node):
            yield view


def _is_column(file: File, node: tree.Node) -> bool:
    """Whether it has one number for each row, in a dimension of its own."""
    if has_one_last(file, node, rows=True):
        return True
    node = resolved_expression(file.tree, node)
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is None or made.operand is None:
        return False
    if made.name == "gather" and len(made.rest) == 2 and tree.integer_literal(made.rest[0]) in (1, -1):
        return _is_column_of_indices(file, made.rest[1])
    return keeps_shape(made.name) and _is_column(file, made.operand)


def _is_column_of_indices(file: File, node: tree.Expression) -> bool:
    """Whether indices are one for each row: `actions.unsqueeze(1)`, `actions.view(-1, 1).long()`."""
    given = resolved_expression(file.tree, node)
    made = operation_of(file, given) if isinstance(given, tree.Call) else None
    if made is None or made.operand is None:
        return has_one_last(file, node, rows=True)
    if made.name == "unsqueeze" and len(made.rest) == 1 and tree.integer_literal(made.rest[0]) in (1, -1):
        return True
    if keeps_shape(made.name):
        return _is_column_of_indices(file, made.operand)
    return has_one_last(file, node, rows=True)


def _is_row(file: File, node: tree.Node, depth: int = 0, *, is_far: bool = False) -> bool:
    """Whether numbers are in one dimension, if whatever is not known among them is, too.

    With `is_far`, another function has made them: what a list there is given may be arrays.
    """
    made_by = traced(ExpressionView(file, node))
    is_far = is_far or made_by.file is not file or file.tree.scope(made_by.node) is not file.tree.scope(node)
    file, node = made_by.file, made_by.node
    if depth > _DEEPEST:
        return False
    if isinstance(node, tree.BinaryOp):
        sides = [side for side in (node.left, node.right) if folded(file, side) is None]
        if node.op == "@" or any(_is_column(file, side) or (rank_of(file, side) or 0) > 1 for side in sides):
            return False
        return any(_is_row(file, side, depth + 1, is_far=is_far) for side in sides)
    best = _best_of_outputs(file, node)
    if best is not None:
        return best
    if not isinstance(node, tree.Call):
        return False
    made = operation_of(file, node)
    if made is None or made.operand is None:
        return _is_of_numbers(file, node, is_far)
    if has_column(made.name, "create-from-data") or made.name.endswith("Tensor"):
        return _is_of_numbers(file, node, is_far)
    if made.name == "squeeze":
        return _is_column(file, made.operand)
    return keeps_shape(made.name) and _is_row(file, made.operand, depth + 1, is_far=is_far)


def _best_of_outputs(file: File, node: tree.Node) -> bool | None:
    """Whether it is the largest output of a model for each row: `net(x).max(1)[0]`, `.max(dim=1).values`."""
    is_first = isinstance(node, tree.Subscript) and tree.integer_literal(node.index) == 0
    if isinstance(node, (tree.Subscript, tree.Attribute)) and (is_first or tree.last_name(node) == "values"):
        whole, name = resolved_expression(file.tree, node.value), "max"
    elif isinstance(node, tree.Call):
        whole, name = node, "amax"
    else:
        return None
    made = operation_of(file, whole) if isinstance(whole, tree.Call) else None
    if made is None or made.operand is None or made.name != name or not isinstance(whole, tree.Call):
        return None
    given = {argument.keyword: argument.value for argument in whole.args}
    dim = given.get("dim") or (made.rest[0] if made.rest else None)
    if "keepdim" in given or len(made.rest) > 1 or tree.integer_literal(dim) not in (1, -1):
        return False
    output = resolved_expression(file.tree, made.operand)
    for _ in range(_DEEPEST):
        if not isinstance(output, tree.Call) or called_value(CallView(file, output)).kind == "module":
            break
        inner = operation_of(file, output)
        if inner is None or inner.operand is None or not keeps_shape(inner.name):
            return False
        output = resolved_expression(file.tree, inner.operand)
    return isinstance(output, tree.Call)


def _is_of_numbers(file: File, node: tree.Call, is_far: bool) -> bool:
    """Whether it is a tensor of a list of several plain numbers."""
    made = tree.last_part(node.func)
    if not has_column(made, "create-from-data") and not made.endswith("Tensor"):
        return False
    given = resolved_expression(file.tree, node.args[0].value) if len(node.args) > 0 else None
    if isinstance(given, tree.BinaryOp) and rank_of(file, node) == 1:
        return True  # [1] * n
    if isinstance(given, tree.Comprehension):
        return isinstance(given.element, tree.Call) and tree.dotted(given.element.func) in ("float", "int")
    if not isinstance(given, tree.List) or given.elements or is_far:
        return False
    name = tree.dotted(node.args[0].value)
    calls = file.tree.scope(node)
    added = [
        call.args[-1].value
        for call in tree.walk(calls, into_functions=False)
        if isinstance(call, tree.Call) and name is not None and call.args
        if tree.dotted(call.func) in (f"{name}.append", f"{name}.insert")
    ]
    return bool(added) and all(_is_number_of_rewards(file, one) for one in added)


def _is_number_of_rewards(file: File, node: tree.Expression) -> bool:
    """Whether something that a list gets may be a number: computed of others, and neither a tensor nor a list."""
    value, made = file.value(node).value, resolved_expression(file.tree, node)
    if value.kind == "number" or (isinstance(made, tree.Call) and tree.dotted(made.func) in ("float", "int")):
        return True
    return value.kind == "unknown" and isinstance(made, tree.BinaryOp)
