"""What calls hand to functions that compare it with a probability: `accuracy(out, y)`, with `scores > 0.5` inside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import definitions_of
from torchlint.knowledge.call_names import COMPARES
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SIGNS = frozenset((">", ">=", "<", "<="))


class Passed(NamedTuple):
    """An argument that the called function compares."""

    argument: tree.Expression
    bound: str  # the number that it is compared with
    comparison: tree.Node  # in the function


class _Comparison(NamedTuple):
    parameter: str  # that is compared
    bound: tree.Expression
    node: tree.Node


def passed(file: File) -> Iterator[Passed]:
    """One for each such argument, in source order."""
    for call, functions in sorted(file.facts.functions.items(), key=lambda item: item[0].start):
        if len(functions) != 1 or not file.holds(call):
            continue
        (function,) = functions
        for compared in function.unit.tree.once(_comparisons, function.node):
            given = function.passed_by(call).get(compared.parameter)
            bound = compared.bound
            if isinstance(bound, tree.Name):
                default = next((p.default for p in function.node.parameters if p.name == bound.id), None)
                bound = function.passed_by(call).get(bound.id) or default or bound
            if given is not None and isinstance(bound, tree.Constant) and _is_probability(bound.value):
                yield Passed(given, str(bound.value), compared.node)


def _comparisons(syntax: tree.Tree, function: tree.Node) -> tuple[_Comparison, ...]:
    """The comparisons of a parameter, as it was given, with a number or another parameter."""
    found: list[_Comparison] = []
    for node in syntax.own(function, tree.Compare):
        left, right = node.left, node.comparators[0]
        if len(node.ops) == 1 and node.ops[0] in _SIGNS:
            found += _comparison(syntax, left, right, node)
    for call in syntax.own(function, tree.Call):
        if tree.last_name(call.func) in COMPARES and call.args and isinstance(call.func, tree.Attribute):
            given = [call.func.value, *(one.value for one in call.args)]  # `scores.ge(0.5)`, `torch.ge(scores, 0.5)`
            found += _comparison(syntax, given[-2], given[-1], call)
    return tuple(found)


def _comparison(
    syntax: tree.Tree, left: tree.Expression, right: tree.Expression, node: tree.Node
) -> Iterator[_Comparison]:
    if isinstance(left, tree.Name) and _is_as_given(syntax, left):
        if isinstance(right, tree.Constant) or _is_as_given(syntax, right):
            yield _Comparison(left.id, right, node)


def _is_as_given(syntax: tree.Tree, node: tree.Expression) -> bool:
    made = definitions_of(syntax, node) if isinstance(node, tree.Name) else ()
    return len(made) == 1 and made[0].kind == "parameter"


def _is_probability(number: object) -> bool:
    return isinstance(number, float) and 0 < number < 1
