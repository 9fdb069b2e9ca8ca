"""Flattening in a forward to a number of features that is written out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.queries import CallView, ExpressionView
from torchlint.queries.modules import method_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class FixedShape(CallView):
    """`x.view(-1, 16 * 5 * 5)` or `x.view(x.size(0), 400)` in a method of a module."""

    node: tree.Call
    is_inferred: bool  # whether the number of rows is worked out: -1

    @property
    def flattened(self) -> ExpressionView | None:
        """What is flattened."""
        return self.receiver

    def flatten(self) -> tuple[Edit, ...]:
        """The edit that flattens whatever comes."""
        func = self.node.func
        assert isinstance(func, tree.Attribute)
        return (Edit(Span(func.value.end, self.node.end), ".flatten(1)"),)


def fixed_shapes(file: File, fewest: int) -> Iterator[FixedShape]:
    """Where modules flatten to so many features, a number that is written out, in source order."""
    for call in file.tree.all(tree.Call):
        if (
            not isinstance(call.func, tree.Attribute)
            or call.func.attr not in ("view", "reshape")
            or len(call.args) != 2
        ):
            continue
        rows, features = (argument.value for argument in call.args)
        size = _number(features)
        if size is None or size < fewest or any(a.star or a.keyword for a in call.args):
            continue
        is_inferred = _number(rows) == -1
        if is_inferred and not isinstance(features, tree.BinaryOp):
            continue  # a fixed number of features per row, whatever the batch size is
        if not is_inferred and not _is_number_of_rows(file.tree, rows, call.func.value):
            continue
        if method_around(file, call) is not None:
            yield FixedShape(file, call, is_inferred)


def _number(node: tree.Node) -> int | None:
    """A whole number that is written out, as one or as a product."""
    if isinstance(node, tree.BinaryOp) and node.op == "*":
        left, right = _number(node.left), _number(node.right)
        return None if left is None or right is None else left * right
    return tree.integer_literal(node)


def _is_number_of_rows(syntax: tree.Tree, node: tree.Node, tensor: tree.Node) -> bool:
    """Whether an expression is the number of rows of a tensor: `x.size(0)`, `x.shape[0]`, `len(x)`."""
    name = syntax.text_of(tensor)
    return syntax.text_of(node).replace(" ", "") in (f"{name}.size(0)", f"{name}.shape[0]", f"len({name})")
