"""Logits, as the loss that they are given to calls them, which code compares with a probability."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import LAYER
from torchlint.knowledge.call_names import COMPARES
from torchlint.knowledge.operations import VIEWS, has_column
from torchlint.queries import ExpressionView, View, losses, testing
from torchlint.queries.gradients import folded, operation_of
from torchlint.syntax import tree

from .detect_passed import passed

if TYPE_CHECKING:
    from torchlint.queries import File

_SIGNS = frozenset((">", ">=", "<", "<="))
_MOVES = ("move", "copy", "fetch", "cast-float", *VIEWS)


@dataclass(frozen=True, slots=True, eq=False)
class Threshold(ExpressionView):
    """`out > 0.5`, or `out.round()`, of what a loss takes for logits."""

    compared: ExpressionView
    bound: str  # what it is compared with
    given: Logits
    is_certain: bool


@dataclass(frozen=True, slots=True)
class Logits:
    """What a loss that wants logits is given."""

    loss: View
    probabilities: str  # what makes probabilities of them: the loss itself uses that
    root: object  # the tensor, without what only moves its numbers
    models: frozenset[tree.Node | None]  # where the models were made whose forward it comes out of


def thresholds(file: File) -> Iterator[Threshold]:
    """Comparisons of logits with numbers between 0 and 1, and roundings, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    given = [
        _logits(file, loss, squashes)
        for wants, squashes in (("logits", ".sigmoid()"), ("class-logits", ".softmax(1)"))
        for loss in losses.losses(file, wants)
        if loss.operand is not None
    ]
    if not given:
        return
    probabilities = {_root(file, one.operand.node) for one in losses.losses(file, "probabilities") if one.operand}
    told: set[tree.Node] = set()
    inside = ((one.argument, one.argument, one.bound, one.comparison) for one in passed(file))
    for node, compared, bound, comparison in (*((*one, one[0]) for one in _comparisons(file)), *inside):
        root = _root(file, compared)
        if root in probabilities or comparison in told:
            continue
        found = _taken_for_logits(file, compared, root, given)
        if found is not None:
            told.add(comparison)
            yield Threshold(file, node, file.value(compared), bound, *found)


def _taken_for_logits(
    file: File, compared: tree.Expression, root: object, given: list[Logits]
) -> tuple[Logits, bool] | None:
    """The loss that takes what is compared for logits, and whether that is certain."""
    value = file.value(compared).value
    same = next((one for one in given if root is not None and one.root == root), None)
    if same is not None:
        return None if value.made_by.endswith("sigmoid") else (same, True)
    models = _models(file, compared)
    of_model = next((one for one in given if models & one.models), None)
    if of_model is not None and value.is_tensor and value.made_by == LAYER:
        return of_model, not value.assumed
    called = _called(file, root)
    of_name = next((one for one in given if called and called == _called(file, one.root)), None)
    # The model is not seen, and may give something else in eval mode.
    return (of_name, False) if of_name is not None and not value.made_by else None


def _called(file: File, root: object) -> str:
    """How the model is written whose output a tensor is, where nothing is known of its code."""
    if not isinstance(root, tree.Call) or file.value(root).value.kind != "output":
        return ""
    return file.tree.text_of(root.func)


def _logits(file: File, loss: losses.LossView, probabilities: str) -> Logits:
    given = loss.operand or loss
    return Logits(loss, probabilities, _root(file, given.node), _models(file, given.node))


def _models(file: File, node: tree.Node) -> frozenset[tree.Node | None]:
    """Where the models were made whose forwards an expression comes out of."""
    origins = file.value(node).value.origins
    made = {fact.model.source for fact in file.facts.forwards if fact.origin in origins}
    return frozenset(made - {None})


def _comparisons(file: File) -> Iterator[tuple[tree.Expression, tree.Expression, str]]:
    """Each comparison with a number between 0 and 1, and each rounding, with what is compared and with what."""
    for node in file.tree.nodes:
        if isinstance(node, tree.Compare) and len(node.ops) == 1 and node.ops[0] in _SIGNS:
            if _is_probability(file, node.comparators[0]):
                yield node, node.left, file.tree.text_of(node.comparators[0])
        elif isinstance(node, tree.Call) and tree.last_name(node.func) in (*COMPARES, "round"):
            made = operation_of(file, node)
            if made is None or made.operand is None:
                continue
            if made.name == "round" and not made.rest and len(node.args) == made.by_function:
                yield node, made.operand, "0.5"
            elif made.name in COMPARES and len(made.rest) == 1 and _is_probability(file, made.rest[0]):
                yield node, made.operand, file.tree.text_of(made.rest[0])


def _is_probability(file: File, node: tree.Expression) -> bool:
    number = folded(file, node)
    return number is not None and 0 < number < 1


def _root(file: File, node: tree.Node, depth: int = 0) -> object:
    """What tells one tensor from another: the call that gave it, or the name with the definitions that reach it."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Call) and depth < 10:
        name = tree.last_name(node.func)
        made = operation_of(file, node) if has_column(name, *_MOVES) or name == "float" else None
        return _root(file, made.operand, depth + 1) if made is not None and made.operand is not None else node
    if isinstance(node, tree.Name):
        found = reaching_definitions(file.tree, node)
        return (node.id, found) if found and None not in found else None
    if isinstance(node, tree.Attribute):
        base = _root(file, node.value, depth + 1)
        return (base, node.attr) if base is not None else None
    return None
