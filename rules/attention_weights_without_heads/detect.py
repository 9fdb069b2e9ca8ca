"""Attention weights, which are averaged over heads, where they are used as if they had a dimension of heads."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.queries import CallView, ExpressionView, View, testing
from torchlint.queries.gradients import called_value, operation_of, uncopied
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ATTENTION = "torch.nn.MultiheadAttention"
_ASKS_FOR_RANK = re.compile(r"dim|shape|size")
_MOST = 3  # dimensions of averaged weights: batch, query, key


@dataclass(frozen=True, slots=True, eq=False)
class TakenForHeads(ExpressionView):
    """A use of averaged weights that wants four dimensions."""

    weights: ExpressionView
    attention: CallView  # what has given them
    happens: str
    is_certain: bool


def taken_for_heads(file: File) -> list[TakenForHeads]:
    """Each of them, in source order."""
    given = dict(_averaged_weights(file))
    if not given and not file.analysis.mentions("MultiheadAttention"):
        return []
    stored = _stored(file, given)
    indexed = list(_indexed(file, given, stored))
    both = [*indexed, *_averaged_again(file, given, stored, {one.attention.node for one in indexed})]
    return sorted(both, key=lambda one: one.node.start)


def _averaged_weights(file: File) -> Iterator[tuple[tree.Node, CallView]]:
    """The names that attention's weights are unpacked into, with the calls that average them over heads."""
    for assign in file.tree.all(tree.Assign):
        target = assign.targets[0]
        if not isinstance(assign.value, tree.Call) or not isinstance(target, tree.Tuple) or len(target.elements) != 2:
            continue
        call = _averaging(file, assign.value)
        if call is not None:
            yield target.elements[1], call


def _averaging(file: File, node: tree.Call) -> CallView | None:
    """A call of attention that averages its weights over the heads."""
    call = CallView(file, node)
    layer = called_value(call)
    if layer.kind != "module" or layer.ref != _ATTENTION or call.has_stars:
        return None
    averages = call.argument(6, "average_attn_weights")
    return call if averages is None or averages.is_literally is True else None


def _stored(file: File, given: dict[tree.Node, CallView]) -> dict[tuple[tree.Node, str], CallView]:
    """The attributes of classes that hold nothing but such weights, and None."""
    found: dict[tuple[tree.Node, str], list[CallView | None]] = {}
    for cls in file.tree.all(tree.ClassDef):
        for one in assignments_in(cls):
            is_none = isinstance(one.value, tree.Constant) and one.value.value is None
            if one.name.startswith("self.") and not is_none:
                source = _unpacked(file, one.value, given) if one.value is not None else None
                found.setdefault((cls, one.name.removeprefix("self.")), []).append(source)
    return {key: calls[0] for key, calls in found.items() if calls[0] is not None and None not in calls}


def _unpacked(file: File, node: tree.Node, given: dict[tree.Node, CallView]) -> CallView | None:
    """The call whose weights a name stands for."""
    node = uncopied(file, node)
    if isinstance(node, tree.Subscript) and tree.integer_literal(node.index) in (1, -1):
        made = resolved_expression(file.tree, node.value)
        return _averaging(file, made) if isinstance(made, tree.Call) else None  # `attention(q, k, v)[1]`
    definitions = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
    sources = {given.get(one.target) if one is not None and one.target is not None else None for one in definitions}
    return next(iter(sources)) if len(sources) == 1 else None


def _source(
    file: File, node: tree.Node, given: dict[tree.Node, CallView], stored: dict[tuple[tree.Node, str], CallView]
) -> CallView | None:
    """The same of an attribute, too, that an object of the file's own class holds."""
    node = uncopied(file, node)
    if not isinstance(node, tree.Attribute):
        return _unpacked(file, node, given)
    owner = file.value(node.value).value.ref
    return stored.get((owner.node, node.attr)) if isinstance(owner, Class) else None


def _indexed(
    file: File, given: dict[tree.Node, CallView], stored: dict[tuple[tree.Node, str], CallView]
) -> Iterator[TakenForHeads]:
    for node in file.tree.all(tree.Subscript):
        if not isinstance(node.index, tree.Tuple) or _dimensions(node.index) <= _MOST:
            continue
        attention = _source(file, node.value, given, stored)
        if attention is not None and not _asks_for_rank(file, node):
            what = "has no head dimension, so this index raises an IndexError"
            yield TakenForHeads(file, node, file.value(node.value), attention, what, is_certain=True)


def _dimensions(index: tree.Tuple) -> int:
    """How many dimensions an index takes; 0 where that is open."""
    constants = [one.value for one in index.elements if isinstance(one, tree.Constant)]
    if ... in constants or any(isinstance(one, tree.Starred) for one in index.elements):
        return 0
    return len(index.elements) - constants.count(None)


def _averaged_again(
    file: File,
    given: dict[tree.Node, CallView],
    stored: dict[tuple[tree.Node, str], CallView],
    with_heads: set[tree.Node],
) -> Iterator[TakenForHeads]:
    """Means over dimension 1 that are about heads, by what is done before or after."""
    for node in file.tree.all(tree.Call):
        made = operation_of(file, node) if tree.last_part(node.func) == "mean" else None
        if made is None or made.operand is None or _dimension(CallView(file, node), made.by_function) != 1:
            continue
        attention = _source(file, made.operand, given, stored)
        if attention is not None and (attention.node in with_heads or _is_about_heads(file, node)):
            if not _asks_for_rank(file, node):
                what = "has no head dimension, so this averages over the queries"
                yield TakenForHeads(file, node, file.value(made.operand), attention, what, is_certain=False)


def _dimension(call: CallView, by_function: bool) -> object:
    given = call.argument(1 if by_function else 0, "dim")
    return given.is_literally if given is not None else None


def _is_about_heads(file: File, mean: tree.Call) -> bool:
    """Whether what is left is squeezed twice, as it has four dimensions less one, or is called after heads."""
    squeezed = 0
    for around in file.tree.around(mean):
        if isinstance(around, tree.Call) and tree.last_part(around.func) == "squeeze":
            squeezed += 1
        elif isinstance(around, tree.Assign):
            return squeezed > 1 or any("head" in (tree.dotted(target) or "") for target in around.targets)
    return False


def _asks_for_rank(file: File, node: tree.Node) -> bool:
    """Whether a condition around asks how many dimensions there are, or a `try` finds out."""
    if testing.is_tried(View(file, node)):
        return True
    tests = (around.test for around in file.tree.around(node) if isinstance(around, (tree.If, tree.Conditional)))
    return any(_ASKS_FOR_RANK.search(file.tree.text_of(test)) for test in tests)
