"""What an expression is a copy of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import Column, has_column
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def uncopied(file: File, node: tree.Node) -> tree.Node:
    """The expression that this is a copy of, on any device or with any dtype: `ids` in `ids.clone().to(device)`.

    Example:
        given = gradients.uncopied(file, labels.node)
    """
    node = without_methods(file, node, "detach", "copy", "cast", "move")
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "copy":
        node = without_methods(file, node.func.value, "detach", "copy", "cast", "move")  # a copy of NumPy or of a dict
    return node


def without_methods(file: File, node: tree.Node, *columns: Column) -> tree.Node:
    """The expression that methods of these columns are called on, through names: `x` in `x.detach().cpu()`."""
    node = resolved_expression(file.tree, node)
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        if not has_column(node.func.attr, *columns):
            break
        node = resolved_expression(file.tree, node.func.value)
    return node
