"""Squeezes without a dimension of tensors of any shape, where what follows says which dimension was meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import UNKNOWN
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, View, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


class MeantSqueeze(CallView):
    """A squeeze without a dimension by a method."""

    __slots__ = ()

    @property
    def of_first(self) -> tuple[Edit, ...]:
        """The edit that squeezes the first dimension alone."""
        return (Edit(Span(self.node.end - 1, self.node.end - 1), "0"),)

    @property
    def is_put_back(self) -> bool:
        """Whether `unsqueeze(0)` of what is made of it follows in the function, and nothing tests its shape."""
        around = self.function
        receiver = self.receiver
        if around is None or receiver is None or _asks_for_shape(around.node):
            return False
        syntax = self.file.tree
        made_one = any(_is_of_first(node, "unsqueeze") for node in tree.walk(_whole(self.file, receiver.node)))
        back = [
            node.func.value
            for node in tree.walk(around.node, into_functions=False)
            if _is_of_first(node, "unsqueeze") and isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute)
        ]
        assigned = syntax.parents.get(self.node)
        name = tree.dotted(assigned.targets[0]) if isinstance(assigned, tree.Assign) else None
        return not made_one and any(
            (name is not None and one.start > self.node.end and tree.dotted(one) == name)
            or any(resolved_expression(syntax, part) is self.node for part in tree.walk(one))
            for one in back
        )

    @property
    def counting_loop(self) -> View | None:
        """The loop over what is squeezed that counts, and uses the number as an index: `for i, x in enumerate(...)`."""
        syntax = self.file.tree
        for loop in syntax.all(tree.For):
            index = _counter(syntax, loop, self.node)
            if index is not None and any(_is_index(node, index) for body in loop.body for node in tree.walk(body)):
                return View(self.file, loop)
        return None


def _whole(file: File, node: tree.Expression) -> tree.Node:
    return resolved_expression(file.tree, node)


def _asks_for_shape(function: tree.Node) -> bool:
    """Whether a condition in a function reads a size or a number of dimensions."""
    tests = (n.test for n in tree.walk(function) if isinstance(n, (tree.If, tree.Conditional, tree.Assert)))
    read = (n.attr for test in tests for n in tree.walk(test) if isinstance(n, tree.Attribute))
    return any(has_column(name, "metadata") for name in read)


def _is_of_first(node: tree.Node, name: str) -> bool:
    """Whether this is a call `x.name(0)`."""
    if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute) or node.func.attr != name:
        return False
    given = [argument.value for argument in node.args]
    return len(given) == 1 and isinstance(given[0], tree.Constant) and given[0].value == 0


def _counter(syntax: tree.Tree, loop: tree.For, squeezed: tree.Node) -> str | None:
    """The name by which a loop counts what it goes over, if that is what is squeezed."""
    called = loop.iter
    if not isinstance(called, tree.Call) or tree.dotted(called.func) != "enumerate" or not called.args:
        return None
    if resolved_expression(syntax, called.args[0].value) is not squeezed or not isinstance(loop.target, tree.Tuple):
        return None
    return tree.dotted(loop.target.elements[0])


def _is_index(node: tree.Node, name: str) -> bool:
    """Whether this takes a part of something by the name as its first index."""
    if not isinstance(node, tree.Subscript):
        return False
    first = node.index.elements[0] if isinstance(node.index, tree.Tuple) else node.index
    return isinstance(first, tree.Name) and first.id == name


def meant_squeezes(file: File) -> Iterator[MeantSqueeze]:
    """Squeezes by a method without a dimension, of a tensor or of something unknown, in source order."""
    if testing.is_test_module(file):
        return
    for call in file.method_calls("squeeze"):
        receiver = call.receiver
        value = receiver.value if receiver is not None else UNKNOWN
        if not call.node.args and (value.is_tensor or value.kind in ("unknown", "batch")):
            yield MeantSqueeze(file, call.node)
