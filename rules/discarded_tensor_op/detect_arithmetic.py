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
        if made.value.kind == "tensor" and api.is_discarded(made) and not _is_run_for_itself(made):
            yield made


def _is_run_for_itself(code: ExpressionView) -> bool:
    return testing.is_tried(code) or is_measured(code)
