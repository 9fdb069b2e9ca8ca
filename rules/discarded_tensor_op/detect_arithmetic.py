"""Arithmetic on tensors, as a statement of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import ExpressionView, api, testing
from torchlint.syntax import tree

from .detect import is_measured

if TYPE_CHECKING:
    from torchlint.queries import File


def discarded_arithmetic(file: File) -> Iterator[ExpressionView]:
    """Operators on tensors whose result nothing uses, in source order; none that run to be measured or to fail."""
    for statement in file.tree.all(tree.ExpressionStatement):
        if not isinstance(statement.value, tree.BinaryOp):
            continue
        made = ExpressionView(file, statement.value)
        if (made.value.kind == "tensor" or is_of_tensors(made)) and api.is_discarded(made):
            if not testing.is_tried(made) and not is_measured(made) and not testing.is_part_of_tests(file):
                yield made


def is_of_tensors(made: ExpressionView) -> bool:
    """Whether an operator surely makes a tensor, or surely has one as an operand."""
    assert isinstance(made.node, tree.BinaryOp)
    views = (made, ExpressionView(made.file, made.node.left), ExpressionView(made.file, made.node.right))
    return any(view.value.kind == "tensor" and view.value.proven for view in views)
