"""Summands of losses that have no graph, since a comparison or an index on the way has none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import NO, YES
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, View
from torchlint.syntax import tree

from .detect_cuts import Cut, cut_behind

if TYPE_CHECKING:
    from torchlint.finding import Span
    from torchlint.queries import File

# Through how many names, sums and factors a loss is followed.
_DEEPEST = 12


@dataclass(frozen=True, slots=True, eq=False)
class ConstantSummand(ExpressionView):
    """A summand of a loss that is differentiated, which is the same whatever the weights are, for the gradient."""

    cut: Cut  # where the gradient ends

    @property
    def notes(self) -> tuple[tuple[Span, str], ...]:
        """Where the gradient ends, if that is in this file."""
        if not self.file.holds(self.cut.node):
            return ()
        return (View(self.file, self.cut.node).says("the gradient ends here"),)


def constant_summands(file: File) -> list[ConstantSummand]:
    """Each of them, in source order."""
    found: dict[tree.Node, ConstantSummand] = {}
    for loss in _losses(file):
        terms = list(_summands(file, loss)) if ExpressionView(file, loss).carries_grad else []
        for term in terms:
            value = ExpressionView(file, term).value
            if value.is_tensor and value.grad == NO and not value.assumed and term not in found:
                cut = cut_behind(file, term)
                if cut is not None and file.holds(term):
                    found[term] = ConstantSummand(file, term, cut)
    return sorted(found.values(), key=lambda one: one.node.start)


def _losses(file: File) -> Iterator[tree.Node]:
    """What is differentiated: `loss` of `loss.backward()`, `accelerator.backward(loss)`, and what a step returns."""
    for call in file.method_calls("backward", "manual_backward"):
        given = call.argument(0, "loss")
        for one in (call.receiver, given):
            if one is not None and one.value.is_tensor:
                yield _scaled(one.node)
    for node in file.tree.all(tree.Return):
        around = file.tree.above(node, tree.FunctionDef)
        if node.value is not None and isinstance(around, tree.FunctionDef) and around.name == "training_step":
            yield node.value


def _scaled(node: tree.Node) -> tree.Node:
    """The loss of `scaler.scale(loss)`."""
    if isinstance(node, tree.Call) and tree.last_name(node.func) == "scale" and node.args:
        return node.args[0].value
    return node


def _summands(file: File, loss: tree.Node) -> Iterator[tree.Node]:
    """What a loss is the sum of, as far as that has no graph; nothing where something else than a sum is computed."""
    seen, here = {loss}, [loss]
    for _ in range(_DEEPEST + 2):
        yield from (node for node in here if ExpressionView(file, node).value.grad == NO)
        further = [part for node in here if ExpressionView(file, node).value.grad != NO for part in _parts(file, node)]
        here = [part for part in dict.fromkeys(further) if part not in seen]
        seen.update(here)


def _parts(file: File, node: tree.Node) -> Iterator[tree.Node]:
    """What an expression is the sum of, or stands for."""
    if isinstance(node, tree.Name):
        for one in reaching_definitions(file.tree, node):
            if one is not None and one.kind == "augmented" and isinstance(one.node, tree.AugmentedAssign):
                is_sum = one.node.op in ("+", "+=")
                yield from (one.node.value, one.node.target) if is_sum else ()
            elif one is not None and one.value is not None:
                yield one.value
    elif isinstance(node, tree.BinaryOp) and node.op in ("+", "-"):
        yield from (node.left, node.right)
    elif isinstance(node, tree.BinaryOp) and node.op in ("*", "/"):
        sides = (node.left, node.right) if node.op == "*" else (node.left,)
        yield from (side for side in sides if ExpressionView(file, side).value.grad == YES)
    elif isinstance(node, tree.Call) and has_column(CallView(file, node).method, "sum-or-mean", "move"):
        operand = CallView(file, node).operand
        if operand is not None:
            yield operand.node
    elif isinstance(node, tree.Call) and tree.dotted(node.func) == "sum" and len(node.args) == 1:
        yield from _elements(file, node.args[0].value)
    elif isinstance(node, tree.Call):
        yield from _returned(file, node)


def _elements(file: File, node: tree.Expression) -> Iterator[tree.Node]:
    """The elements of a list, or of the dict of `losses.values()`, as they are written."""
    if isinstance(node, tree.Comprehension) and len(node.clauses) == 1 and node.value is None:
        clause = node.clauses[0]  # `sum(loss for loss in losses.values())`
        if tree.dotted(node.element) != tree.dotted(clause.target) or clause.ifs:
            return
        node = clause.iter
    is_values = isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "values"
    held = node.func.value if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) else node
    made = resolved_expression(file.tree, held if is_values else node)
    if isinstance(made, tree.Dict):
        yield from made.values
    elif isinstance(made, (tree.List, tree.Tuple)):
        yield from made.elements


def _returned(file: File, call: tree.Call) -> Iterator[tree.Node]:
    """What the functions of this file return that a call leads to."""
    for function in file.facts.functions.get(call, ()):
        if file.holds(function.node) and isinstance(function.node, tree.FunctionDef):
            yield from (one.value for one in file.tree.own(function.node, tree.Return) if one.value is not None)
