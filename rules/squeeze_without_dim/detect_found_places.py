"""Squeezes without a dimension of the places that `nonzero` found, of which there may be one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression, uses
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import spellings
from torchlint.queries import CallView, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_NAMES = spellings("squeeze", "squeeze_")
_FINDS = ("nonzero", "argwhere")
# What reads one place, or a number that is the same for any shape.
_OF_ONE = frozenset("item numel any all sum min max".split())


class SqueezedPlaces(CallView):
    """`mask.nonzero().squeeze()`."""

    __slots__ = ()

    @property
    def of_last(self) -> tuple[Edit, ...]:
        """The edit that squeezes the last dimension alone."""
        said = "-1" if not self.node.args else ", -1"
        return (Edit(Span(self.node.end - 1, self.node.end - 1), said),)

    @property
    def is_read_as_one(self) -> bool:
        """Whether the one place that is expected is read: `item()`, or a number for any shape."""
        return all(self._reads_one(node) for node in (self.node, *self._names))

    @property
    def needs_dimension(self) -> bool:
        """Whether what follows fails for a single place: `tolist()`, which is a number then, `len` or a loop."""
        return any(self._counts(node) for node in (self.node, *self._names))

    @property
    def _names(self) -> list[tree.Name]:
        """Where a name is read that holds it."""
        assign = self.file.tree.parents.get(self.node)
        target = assign.targets[0] if isinstance(assign, tree.Assign) else None
        return list(uses(self.file.tree, target)) if isinstance(target, tree.Name) else []

    def _reads_one(self, node: tree.Node) -> bool:
        above = self.file.tree.parents.get(node)
        return (isinstance(above, tree.Attribute) and above.attr in _OF_ONE) or isinstance(above, tree.Assign)

    def _counts(self, node: tree.Node) -> bool:
        above = self.file.tree.parents.get(node)
        if isinstance(above, tree.Attribute):
            return above.attr == "tolist"
        if isinstance(above, tree.Argument):
            call = self.file.tree.parents.get(above)
            return isinstance(call, tree.Call) and tree.dotted(call.func) in ("len", "enumerate", "zip", "list")
        return isinstance(above, tree.For) and above.iter is node


def squeezed_places(file: File) -> Iterator[SqueezedPlaces]:
    """Each such squeeze, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in file.calls(*_NAMES):
        view = SqueezedPlaces(file, call.node)
        by_function = view.receiver != view.operand
        if len(call.node.args) == (1 if by_function else 0) and view.operand is not None:
            if _finds_places(resolved_expression(file.tree, view.operand.node)):
                yield view


def _finds_places(node: tree.Node) -> bool:
    """Whether a call gives a tensor with a row for each place; with `as_tuple=True` it gives a tuple."""
    if not isinstance(node, tree.Call) or tree.last_name(node.func) not in _FINDS:
        return False
    as_tuple = next((one.value for one in node.args if one.keyword == "as_tuple"), None)
    return as_tuple is None or tree.is_false(as_tuple)
