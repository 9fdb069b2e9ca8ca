"""Functions of the project that compute a cross entropy of what they are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.knowledge.torch_api import losses_wanting
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ENTROPIES = frozenset(
    name for loss in losses_wanting("class-logits") | losses_wanting("logits") for name in (loss, f"{loss}.forward")
)
# What a function that computes in float32 speaks of.
_EXACT = ("float", "double", "autocast")


def losses_by_functions(file: File) -> Iterator[tuple[CallView, ExpressionView, bool]]:
    """The calls of such functions, each with an argument, and whether that is all that may be called there."""
    for call, called in file.facts.functions.items():
        if not file.holds(call):
            continue
        views = [_entropy_of(file, function, call) for function in called]
        given = next((one for one in views if one is not None), None)
        if given is not None:
            yield CallView(file, call), ExpressionView(file, given), len(views) == 1


def _entropy_of(file: File, function: Function, call: tree.Call) -> tree.Expression | None:
    """What a call gives for the parameter of which a function computes the cross entropy, as it comes."""
    syntax, node = function.unit.tree, function.node
    if (
        not isinstance(node, tree.FunctionDef)
        or node.decorators
        or any(word in syntax.text_of(node) for word in _EXACT)
    ):
        return None
    inputs = set()
    for loss in syntax.inside(node, tree.Call):
        names = file.facts.callees.get(loss, set())
        operand = tree.positional(loss, 0)
        if names and names <= _ENTROPIES and isinstance(operand, tree.Name):
            inputs.add(operand.id)
    return next((value for name, value in function.passed_by(call).items() if name in inputs), None)
