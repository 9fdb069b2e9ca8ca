"""Losses of a difference whose input a ReLU has made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import NO
from torchlint.finding import Span
from torchlint.knowledge.meanings import DUMMY
from torchlint.queries import ExpressionView, View, losses, testing
from torchlint.queries.gradients import operation_of
from torchlint.queries.losses import LossView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_RECTIFIED = "relu"


class RectifiedRegression(LossView):
    """A call of such a loss."""

    __slots__ = ()

    @property
    def output(self) -> ExpressionView:
        """What the ReLU has made: the input, or the target of a loss that is given the two the other way round."""
        return (super().target if self._is_turned else self.operand) or self

    @property
    def target(self) -> ExpressionView | None:
        return self.operand if self._is_turned else super().target

    @property
    def _is_turned(self) -> bool:
        given, other = self.operand, super().target
        return other is not None and other.carries_grad and given is not None and given.value.grad == NO

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The ReLU as a note, where it is another place of this file."""
        source = self.output.value.source
        if source is None or not self.file.holds(source) or self.file.is_within(source, self.node):
            return ()
        return (View(self.file, source).says("this ReLU"),)

    @property
    def is_of_features(self) -> bool:
        """Whether the target comes out of a model, or went through an activation, too."""
        target = self.target
        return target is None or target.value.made_by not in ("", DUMMY) or bool(target.value.origins)

    @property
    def is_centred(self) -> bool:
        """Whether a mean is subtracted from the targets, so that some are below 0."""
        target = resolved_expression(self.file.tree, self.target.node) if self.target is not None else None
        while isinstance(target, tree.BinaryOp) and target.op == "/":
            target = target.left
        return isinstance(target, tree.BinaryOp) and target.op == "-" and _is_mean(self.file, target)


def _is_mean(file: File, difference: tree.BinaryOp) -> bool:
    """Whether a difference subtracts from a tensor its own mean."""
    subtracted = resolved_expression(file.tree, difference.right)
    made = operation_of(file, subtracted) if isinstance(subtracted, tree.Call) else None
    if made is None or made.name != "mean" or made.operand is None:
        return False
    return file.tree.text_of(made.operand) == file.tree.text_of(difference.left)


def rectified_regressions(file: File) -> Iterator[RectifiedRegression]:
    """Every such loss that may be trained with, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in losses.losses_of_difference(file):
        one = RectifiedRegression(file, call.node)
        if call.may_have_grad and one.output.is_made_by(_RECTIFIED) and not losses.is_as_given_on_one_way(one.output):
            yield one
