"""Squeezes of tensors that are made with one number for each sample, and dimensions of size 1 behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SHAPES = ("size", "shape")


class FlatBatch(CallView):
    """The `t.squeeze()` of a `t = torch.rand([b, 1, 1])`, which has no dimension left where `b` is 1."""

    __slots__ = ()

    @property
    def flattened(self) -> tuple[Edit, ...]:
        """The edit that calls `flatten` instead, which leaves the one dimension in any case; for the method alone."""
        func = self.node.func
        name = isinstance(func, tree.Attribute) and func.attr == "squeeze" and not self.node.args
        return (Edit(Span(func.end - len("squeeze"), func.end), "flatten"),) if name else ()


def flat_batches(file: File) -> Iterator[FlatBatch]:
    """Such squeezes that are passed on or returned, in source order."""
    if testing.is_test_module(file):
        return
    functions = {call.node for call in file.named_calls("torch.squeeze")}
    for call in (*file.method_calls("squeeze"), *file.named_calls("torch.squeeze")):
        by_function = call.node in functions
        squeezed = call.argument(0, "input") if by_function else call.receiver
        above = file.tree.parents.get(call.node)
        if (
            squeezed is None
            or len(call.node.args) != by_function
            or not isinstance(above, (tree.Argument, tree.Return))
        ):
            continue
        if _is_one_for_each_sample(file, resolved_expression(file.tree, squeezed.node)):
            yield FlatBatch(file, call.node)


def _is_one_for_each_sample(file: File, made: tree.Node) -> bool:
    """Whether something is made with the shape (batch, 1, ..., 1)."""
    while isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute) and tree.last_name(made.func) == "to":
        made = made.func.value
    if not isinstance(made, tree.Call):
        return False
    name = tree.last_name(made.func)
    if not has_column(name, "create-from-sizes") and not has_column(name, "reshape"):
        return False
    given = [one.value for one in made.args if not one.keyword and not one.star]
    if given and isinstance(given[0], (tree.List, tree.Tuple)):
        given = given[0].elements
    ones = [tree.integer_literal(one) for one in given[1:]]
    return bool(ones) and all(one == 1 for one in ones) and _is_batch_size(file, given[0])


def _is_batch_size(file: File, node: tree.Expression) -> bool:
    """Whether a size is the first one of another tensor: `x.shape[0]`, `x.size(0)`, `len(x)`, `b, c = x.shape`."""
    made = resolved_expression(file.tree, node)
    if isinstance(made, tree.Call):
        name = tree.last_name(made.func)
        return name == "len" or (name == "size" and [tree.integer_literal(one.value) for one in made.args] == [0])
    if isinstance(made, tree.Subscript):
        return tree.last_name(made.value) == "shape" and tree.integer_literal(made.index) == 0
    known = reaching_definition(file.tree, node) if isinstance(node, tree.Name) else None
    stated = file.tree.statement(known.node) if known is not None and known.kind == "assignment" else None
    if not isinstance(stated, tree.Assign) or not isinstance(stated.targets[0], (tree.Tuple, tree.List)):
        return False
    whole = stated.value.value if isinstance(stated.value, tree.Subscript) else stated.value
    read = whole.func if isinstance(whole, tree.Call) else whole
    return tree.last_name(read) in _SHAPES and tree.dotted(stated.targets[0].elements[0]) == tree.dotted(node)
