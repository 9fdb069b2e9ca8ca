"""Inputs and labels that are cut from the same tokens, the labels one token further on: `ids[i:j]`, `ids[i+1:j+1]`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from torchlint.queries import ExpressionView, gradients
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 8


def are_windows(first: ExpressionView, second: ExpressionView) -> bool:
    """Whether the second is cut one token behind the first, in code that is alike: also of lists of such windows."""
    return first.file is second.file and _is_ahead(first.file, first.node, second.node, 0)


def _is_ahead(file: File, first: tree.Node, second: tree.Node, depth: int) -> bool:
    first, second = gradients.uncopied(file, first), gradients.uncopied(file, second)
    if depth > _DEEPEST or type(first) is not type(second):
        return False
    if isinstance(first, tree.Subscript) and isinstance(second, tree.Subscript):
        is_of_same = file.tree.text_of(first.value) == file.tree.text_of(second.value)
        return is_of_same and _are_bounds_apart(file, first.index, second.index)
    if isinstance(first, tree.Comprehension) and isinstance(second, tree.Comprehension):
        clauses = [[file.tree.text_of(clause) for clause in one.clauses] for one in (first, second)]
        return clauses[0] == clauses[1] and _is_ahead(file, first.element, second.element, depth + 1)
    if not isinstance(first, tree.Call) or not isinstance(second, tree.Call):
        return False
    inner = _converted(file, first), _converted(file, second)
    is_alike = tree.last_name(first.func) == tree.last_name(second.func)
    return is_alike and None not in inner and _is_ahead(file, inner[0] or first, inner[1] or second, depth + 1)


def _converted(file: File, call: tree.Call) -> tree.Node | None:
    """What a call converts: the object whose method it is, or its first argument."""
    if isinstance(call.func, tree.Attribute) and not file.names.spelled_out(call.func).startswith(("torch.", "numpy.")):
        return call.func.value
    return call.args[0].value if call.args else None


def _are_bounds_apart(file: File, first: tree.Expression, second: tree.Expression) -> bool:
    """Whether both bounds of the second slice are one more than those of the first: `i:j`, and `i + 1:j + 1`."""
    if not isinstance(first, tree.Slice) or not isinstance(second, tree.Slice) or first.step or second.step:
        return False
    if first.upper is None or second.upper is None:
        return False
    pairs = ((first.lower, second.lower), (first.upper, second.upper))
    return all(_sum(file, after) - _sum(file, before) == Counter({"": 1}) for before, after in pairs) and all(
        not (_sum(file, before) - _sum(file, after)) for before, after in pairs
    )


def _sum(file: File, node: tree.Expression | None) -> Counter[str]:
    """A sum by its terms, with the numbers among them under an empty name."""
    if node is None:
        return Counter()
    number = tree.integer_literal(node)
    if number is not None:
        return Counter({"": number})
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        return _sum(file, node.left) + _sum(file, node.right)
    return Counter({file.tree.text_of(node): 1})
