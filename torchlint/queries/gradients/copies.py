"""What an expression is a copy of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def uncopied(file: File, node: tree.Node) -> tree.Node:
    """What an expression is a copy of, elsewhere or of another type, through names: `ids` of `ids.clone().to(device)`.

    Example:
        given = gradients.uncopied(file, labels.node)
    """
    node = resolved_expression(file.tree, node)
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        if not has_column(node.func.attr, "detach", "copy", "cast", "move") and node.func.attr != "copy":
            break
        node = resolved_expression(file.tree, node.func.value)
    return node
