"""Sums of bool tensors that are compared with a number that such a sum never reaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.queries import ExpressionView, gradients
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# The same comparison, with its sides swapped.
_SWAPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True, eq=False)
class ComparedSum(ExpressionView):
    """A comparison of a sum of bool tensors with a number, which comes out the same for each element."""

    sum: ExpressionView
    result: bool  # what it always is
    is_certain: bool  # whether the terms are known to be tensors or arrays; those of Python numbers do add up
    as_conjunction: str  # the same question, asked with `&`; empty where it asks for something else


def compared_sums(file: File) -> Iterator[ComparedSum]:
    """The comparisons that a sum of bool tensors decides before it is computed, in source order."""
    sums = {node for node in file.tree.all(tree.BinaryOp) if node.op == "+"}
    named = {tree.dotted(one.targets[0]) for one in file.tree.all(tree.Assign) if one.value in sums}
    for compare in file.tree.all(tree.Compare):
        if len(compare.ops) != 1 or compare.ops[0] not in _SWAPPED:
            continue
        left, right = compare.left, compare.comparators[0]
        for added, number, op in ((left, right, compare.ops[0]), (right, left, _SWAPPED[compare.ops[0]])):
            count = tree.integer_literal(number)
            result = _result(op, count)
            if result is None or (added not in sums and tree.dotted(added) not in named):
                continue
            terms = _terms(resolved_expression(file.tree, added))
            if len(terms) < 2 or not all(_is_bool(file, term) for term in terms):
                continue
            asks_for_all = count == len(terms) and op in ("==", ">=") and isinstance(added, tree.BinaryOp)
            conjunction = " & ".join(f"({file.tree.text_of(term)})" for term in terms) if asks_for_all else ""
            is_certain = any(_is_of_tensors(file, term) for term in terms)
            yield ComparedSum(file, compare, ExpressionView(file, added), result, is_certain, conjunction)


def as_conjunction(found: ComparedSum) -> tuple[Edit, ...]:
    """The edit that asks whether all terms hold; none where the comparison asks for something else."""
    return found.put(found.as_conjunction) if found.as_conjunction else ()


def _result(op: str, number: int | None) -> bool | None:
    """What False and True, which count as 0 and 1, both answer; None where they differ, or 1 is compared."""
    if number is None or number < 1:
        return None  # `mask + other > 0` is the same as `mask | other`
    answers = {
        "==": (number == 0, number == 1),
        "!=": (number != 0, number != 1),
        "<": (number > 0, number > 1),
        "<=": (number >= 0, number >= 1),
        ">": (number < 0, number < 1),
        ">=": (number <= 0, number <= 1),
    }[op]
    return answers[0] if answers[0] == answers[1] else None


def _terms(node: tree.Node) -> list[tree.Node]:
    """The terms of a sum."""
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        return [*_terms(node.left), *_terms(node.right)]
    return [node]


def _is_bool(file: File, node: tree.Node) -> bool:
    """Whether a term is a comparison of what may be tensors, or a bool tensor."""
    node = resolved_expression(file.tree, node)
    if not isinstance(node, tree.Compare):
        return gradients.dtype_of(file, node) == "bool"
    if len(node.ops) != 1 or node.ops[0] not in _SWAPPED:
        return False  # `is`, `in` and chained comparisons return one Python bool
    sides = (node.left, *node.comparators)
    if any(isinstance(side, tree.Constant) and not isinstance(side.value, (int, float)) for side in sides):
        return False  # a string or None
    return any(file.value(side).value.kind != "number" for side in sides)


def _is_of_tensors(file: File, node: tree.Node) -> bool:
    """Whether a term is known to be a tensor."""
    node = resolved_expression(file.tree, node)
    sides = (node.left, *node.comparators) if isinstance(node, tree.Compare) else (node,)
    return any(_is_tensor(file, resolved_expression(file.tree, side)) for side in sides)


def _is_tensor(file: File, node: tree.Node) -> bool:
    if isinstance(node, tree.Compare):  # SR = SR > threshold, and then SR == 1
        return _is_of_tensors(file, node)
    return file.value(node).value.is_tensor
