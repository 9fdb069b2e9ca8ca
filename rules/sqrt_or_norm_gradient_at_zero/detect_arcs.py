"""Arc cosines and sines of numbers that reach 1, where their gradients are infinite."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import has_column, operations, spellings
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.syntax import tree

from .detect import ends_at_one, operation

if TYPE_CHECKING:
    from torchlint.queries import File

_ARCS = spellings(*sorted(operations("steep-at-1")))


class ArcView(CallView):
    """An arc cosine, or the like, of a cosine, a tanh or a probability, or of what is kept from -1 to 1."""

    __slots__ = ()

    @property
    def given(self) -> ExpressionView:
        """What it is computed from."""
        return self.operand or self

    @property
    def is_limited(self) -> bool:
        """Whether a clamp keeps the numbers from -1 to 1, which may still be 1 exactly."""
        made = resolved_expression(self.file.tree, self.given.node)
        return isinstance(made, tree.Call) and has_column(operation(CallView(self.file, made)), "clamp")


def arcs(file: File) -> Iterator[ArcView]:
    """Each of what ends at 1, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in file.calls(*_ARCS):
        if call.operand is not None and _reaches_one(file, call.operand.node):
            yield ArcView(file, call.node)


def _reaches_one(file: File, node: tree.Node) -> bool:
    made, is_cosine = resolved_expression(file.tree, node), False
    while isinstance(made, tree.Call):
        limited = CallView(file, made)
        if not has_column(operation(limited), "clamp") or limited.operand is None:
            break
        limits = [a.value for a in made.args if a.value is not limited.operand.node]
        if limited.has_stars or not all(_is_one(limit) for limit in limits):
            return False  # perhaps to less than 1
        # Who limits numbers to -1 and 1 in front of an arc cosine has seen cosines that rounding takes out of there.
        is_cosine = is_cosine or (len(limits) == 2 and ExpressionView(file, made).carries_grad)
        made = resolved_expression(file.tree, limited.operand.node)
    return is_cosine or ends_at_one(file, made)


def _is_one(limit: tree.Expression) -> bool:
    """Whether this is 1 or -1."""
    number = limit.operand if isinstance(limit, tree.UnaryOp) else limit
    return isinstance(number, tree.Constant) and number.value == 1
