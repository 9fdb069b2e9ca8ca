"""Whole numbers that code names: literals, constants, and what options are by default."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import only_definition, resolved_expression
from torchlint.queries import options
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 5


class Number(NamedTuple):
    """What an expression is."""

    value: int | None  # None where it is not known
    is_written: bool  # whether the code says so, rather than the default of an option
    text: str


_UNKNOWN = Number(None, False, "")


def number(file: File, node: tree.Expression) -> Number:
    """The number that an expression is, as far as the code shows."""
    return _number(file, node, _DEEPEST)._replace(text=file.tree.text_of(node))


def shifted(node: tree.Expression) -> tuple[tree.Expression, int]:
    """An expression without the literal that is added to it, and that literal: `epoch` and 1 of `epoch + 1`."""
    added = tree.integer_literal(node.right) if isinstance(node, tree.BinaryOp) else None
    if not isinstance(node, tree.BinaryOp) or added is None or node.op not in ("+", "-"):
        return node, 0
    return node.left, added if node.op == "+" else -added


def _number(file: File, node: tree.Node, deepest: int) -> Number:
    literal = tree.integer_literal(node)
    if literal is not None:
        return Number(literal, True, "")
    if deepest == 0:
        return _UNKNOWN
    if isinstance(node, tree.Constant):
        is_whole = isinstance(node.value, float) and node.value.is_integer()
        return Number(int(node.value), True, "") if is_whole and isinstance(node.value, float) else _UNKNOWN
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "int" and len(node.args) == 1:
        return _number(file, node.args[0].value, deepest - 1)
    if isinstance(node, tree.BinaryOp):
        return _computed(node.op, _number(file, node.left, deepest - 1), _number(file, node.right, deepest - 1))
    if isinstance(node, tree.Name):
        held = resolved_expression(file.tree, node)
        if held is node and (only := only_definition(file.tree, node)) is not None and only.value is not None:
            held = only.value  # a constant of the file
        return _number(file, held, deepest - 1) if held is not node else _UNKNOWN
    if isinstance(node, tree.Attribute):
        defaults = {tree.integer_literal(one) for one in options.option_defaults(file, node)}
        return Number(defaults.pop(), False, "") if len(defaults) == 1 else _UNKNOWN
    return _UNKNOWN


def _computed(op: str, left: Number, right: Number) -> Number:
    if left.value is None or right.value is None:
        return _UNKNOWN
    by_op = {"+": left.value + right.value, "-": left.value - right.value, "*": left.value * right.value}
    if op == "//" and right.value:
        by_op["//"] = left.value // right.value
    return Number(by_op.get(op), left.is_written and right.is_written, "")
