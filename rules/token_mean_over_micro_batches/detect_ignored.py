"""Whether a program ever makes a target the number that a loss ignores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.operations import has_column
from torchlint.queries import gradients
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What a keyword has in it with which a number is given that goes into data: `pad_id`, `padding_value`, `fill_value`.
_FILLS = ("pad", "fill", "value", "label", "mask")


def may_occur(file: File, ignored: tree.Node) -> bool:
    """Whether some code of the program puts the ignored number into data; of one that is no number, it is assumed."""
    number = gradients.folded(file, ignored)
    if number is None or number >= 0:
        return True  # a project-specific token, whose use in the data is not known
    return is_stored(file, number)


def is_stored(file: File, number: float) -> bool:
    """Whether some code of the program puts a negative number into data."""
    return any(number == _written(node) for unit in file.analysis.units for node in _stored(unit.tree))


def _stored(syntax: tree.Tree) -> list[tree.Expression]:
    """What is written where it becomes an element of data: assigned to items, repeated, filled with."""
    found = [one.value for one in syntax.all(tree.Assign) if isinstance(one.targets[0], tree.Subscript)]
    found += [one.value for one in syntax.all(tree.Argument) if one.keyword is not None and _fills(one.keyword)]
    found += [one.default for one in syntax.all(tree.Parameter) if one.default is not None and _fills(one.name)]
    products = (one for one in syntax.all(tree.BinaryOp) if one.op == "*")
    lists = (part for one in products for part in (one.left, one.right) if isinstance(part, tree.List))
    found += [element for one in lists for element in one.elements]
    for call in syntax.all(tree.Call):
        if has_column(tree.last_name(call.func), "fill", "choice") or tree.last_name(call.func).startswith("full"):
            found += [part.value for part in call.args]
    return found


def _fills(name: str) -> bool:
    return any(part in name for part in _FILLS)


def _written(node: tree.Expression) -> float | None:
    """The negative number that is written here."""
    inner = node.operand if isinstance(node, tree.UnaryOp) and node.op == "-" else None
    value = inner.value if isinstance(inner, tree.Constant) else None
    return -value if isinstance(value, (int, float)) else None
