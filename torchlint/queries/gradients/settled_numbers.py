"""The numbers that expressions stand for, through functions, attributes, parameters and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries.file import ExpressionView
from torchlint.queries.gradients.float_rounding import calculated, folded
from torchlint.queries.gradients.value_sources import agreed
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_OPERATORS = ("+", "-", "*", "/")
_DEEPEST = 8  # functions, attributes and parameters between a number and where it stands


def number_of(view: ExpressionView) -> float | None:
    """The number that an expression stands for, in whatever file it is written: a default, a setting of a caller."""
    return _number(view, 0)


def _number(view: ExpressionView, depth: int) -> float | None:
    number = folded(view.file, view.node)
    if number is not None or depth > _DEEPEST:
        return number
    node = view.node
    if isinstance(node, tree.BinaryOp) and node.op in _OPERATORS:
        left = _number(ExpressionView(view.file, node.left), depth + 1)
        right = _number(ExpressionView(view.file, node.right), depth + 1) if left is not None else None
        return calculated(left, node.op, right) if left is not None and right is not None else None
    return agreed(view, lambda one: _number(one, depth + 1), _numbers(view.file))


@query
def _numbers(_: File) -> dict[tree.Node, float | None]:
    """The numbers that were asked for; None, too, for one that is being asked for."""
    return {}
