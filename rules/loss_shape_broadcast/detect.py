"""Losses of an output of shape (N, 1) and a target of shape (N,), which PyTorch spreads to (N, N)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.queries import CallView, ExpressionView, losses, testing
from torchlint.queries.gradients import has_one_last, least_rank_of, rank_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


class BroadcastView(ExpressionView):
    """A loss, a difference or a comparison of an output and a target."""

    __slots__ = ()

    @property
    def sides(self) -> tuple[ExpressionView, ExpressionView]:
        """The output, whose last dimension is 1, and the target."""
        first, second = self._both
        return (first, second) if has_one_last(self.file, first.node, rows=True) else (second, first)

    @property
    def _both(self) -> tuple[ExpressionView, ExpressionView]:
        node = self.node
        if isinstance(node, tree.BinaryOp):
            return ExpressionView(self.file, node.left), ExpressionView(self.file, node.right)
        if isinstance(node, tree.Compare):
            return ExpressionView(self.file, node.left), ExpressionView(self.file, node.comparators[0])
        call = CallView(self.file, node)
        return call.argument(0, "input") or self, call.argument(1, "target") or self

    @property
    def is_proven(self) -> bool:
        """Whether the target is surely of shape (N,), and the output of shape (N, 1)."""
        output, target = self.sides
        return least_rank_of(self.file, output.node) >= 2 and rank_of(self.file, target.node) == 1

    @property
    def is_all_pairs(self) -> bool:
        """Whether one tensor is compared with itself as a column, `x.view(-1, 1) - x`: all pairs are wanted."""
        output, target = self.sides
        column = resolved_expression(self.file.tree, output.node)
        held = column.func if isinstance(column, tree.Call) else column
        if not isinstance(held, (tree.Attribute, tree.Subscript)):
            return False
        return self.file.tree.text_of(held.value) == target.code

    @property
    def is_of_rows(self) -> bool:
        """Whether the output's last dimension is surely the one of size 1, and not one before it."""
        return has_one_last(self.file, self.sides[0].node)

    @property
    def squeezed(self) -> tuple[Edit, ...]:
        """The edit that takes the output's last dimension away."""
        return self.sides[0].then(".squeeze(-1)")


def broadcasts(file: File) -> Iterator[BroadcastView]:
    """What spreads an output of shape (N, 1) over a target of shape (N,), in source order; none in a test."""
    if testing.is_test_module(file):
        return
    found: list[tree.Node] = [loss.node for loss in losses.losses_of_difference(file) if len(loss.node.args) > 1]
    found += [node for node in file.tree.all(tree.BinaryOp) if node.op == "-"]
    found += [node for node in file.tree.all(tree.Compare) if node.ops == ["=="]]
    for node in sorted(found, key=lambda n: n.start):
        view = BroadcastView(file, node)
        if isinstance(node, tree.Call) or file.value(node).value.is_tensor:
            ones = [has_one_last(file, side.node, rows=True) for side in view._both]
            is_one = ones.count(True) == 1 and (ones[0] or not isinstance(node, tree.Call))
            if is_one and view.is_proven and not view.is_all_pairs:
                yield view
