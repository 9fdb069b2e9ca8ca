"""Squeezes that take every dimension of size 1 away, that of a batch of one sample too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import has_column, spellings
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.queries.gradients import has_one_last, rank_of
from torchlint.syntax import tree

from .detect_one_number import gives_one_number

if TYPE_CHECKING:
    from torchlint.queries import File

_NAMES = spellings("squeeze", "squeeze_")


class SqueezeView(CallView):
    """A squeeze without a dimension, of what a linear layer with one output gave."""

    __slots__ = ()

    @property
    def squeezed(self) -> ExpressionView:
        """What is squeezed."""
        return self.operand or self

    @property
    def is_of_any_batch(self) -> bool:
        """Whether this is a model's own output, or what it gave for a batch of a loader: of any number of samples."""
        around = self.function
        owner = around.owner if around is not None else None
        if around is not None and owner is not None and owner.is_module and around.name == "forward":
            return not gives_one_number(self.file, owner, around.node, self.node)
        calls = (node for node in tree.walk(self.squeezed.node) if isinstance(node, tree.Call))
        given = (argument.value for call in calls for argument in call.args)
        return any(self.file.value(one).value.kind == "batch" for one in given)

    @property
    def is_one_sample(self) -> bool:
        """Whether it is of one sample, or its shape does not matter: `model(x[None]).squeeze().item()`."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.Attribute) and self._is_of_any_shape(above):
            return True
        inside = [n for n in tree.walk(self.squeezed.node) if isinstance(n, (tree.Attribute, tree.Subscript))]
        is_made_one = any(isinstance(n, tree.Attribute) and n.attr == "unsqueeze" for n in inside)
        return is_made_one or rank_of(self.file, self.squeezed.node) == 1

    def _is_of_any_shape(self, method: tree.Attribute) -> bool:
        """Whether a method takes the numbers of one sample, or of any shape."""
        if has_column(method.attr, "fetch", "sum-or-mean"):
            return method.attr != "cpu"  # which leaves the shape as it is
        call = self.file.tree.parents.get(method)
        return has_column(method.attr, "reduction") and isinstance(call, tree.Call) and not call.args

    @property
    def of_last(self) -> tuple[Edit, ...]:
        """The edit that squeezes the last dimension alone."""
        said = "-1" if not self.node.args else ", -1"
        return (Edit(Span(self.node.end - 1, self.node.end - 1), said),)


def squeezes(file: File) -> Iterator[SqueezeView]:
    """Squeezes without a dimension of what surely ends in one number for each sample, in source order."""
    if testing.is_test_module(file):
        return
    for call in file.calls(*_NAMES):
        view = SqueezeView(file, call.node)
        by_function = view.receiver != view.operand
        if len(call.node.args) == (1 if by_function else 0) and has_one_last(file, view.squeezed.node):
            yield view
