"""Squeezes without a dimension of what a loss compares with one number for each sample: `torch.ones(x.shape[0])`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, View, losses
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_MAKERS = frozenset(("ones", "zeros"))


def squeezed_for_flat_targets(file: File) -> Iterator[tuple[CallView, View]]:
    """Such squeezes with the targets of their losses, in the order of the losses."""
    logits = (*losses.losses(file, "logits"), *losses.losses(file, "probabilities"))
    for call in sorted((*logits, *losses.losses_of_difference(file)), key=lambda one: one.node.start):
        given, target = call.argument(0, "input"), call.argument(1, "target")
        if given is None or target is None or not _has_one_for_each(file, target.node):
            continue
        for part in _joined(file, given.node):
            if isinstance(part, tree.Call) and _is_bare(file, part):
                yield CallView(file, part), target


def _joined(file: File, node: tree.Expression) -> list[tree.Node]:
    """The tensors that a value is, or that `torch.cat` joins in it, one after the other."""
    made = _bare(resolved_expression(file.tree, node))
    if not isinstance(made, tree.Call) or file.names.spelled_out(made.func) != "torch.cat" or len(made.args) != 1:
        return [made]
    parts = made.args[0].value
    elements = parts.elements if isinstance(parts, (tree.List, tree.Tuple)) else []
    return [_bare(resolved_expression(file.tree, one)) for one in elements]


def _bare(node: tree.Node) -> tree.Node:
    """What is moved or cast in `torch.ones(n).to(device)`."""
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        if not has_column(node.func.attr, "move", "cast", "cast-float"):
            break
        node = node.func.value
    return node


def _has_one_for_each(file: File, target: tree.Expression) -> bool:
    """Whether a target has one dimension, of as many numbers as something has samples."""
    parts = _joined(file, target)
    return bool(parts) and all(isinstance(one, tree.Call) and _is_for_each(one) for one in parts)


def _is_for_each(made: tree.Call) -> bool:
    sizes = [one.value for one in made.args if not one.keyword]
    if tree.last_name(made.func) not in _MAKERS or len(sizes) != 1:
        return False
    size = sizes[0]
    if isinstance(size, tree.Subscript):
        return tree.last_name(size.value) == "shape" and tree.integer_literal(size.index) == 0
    if not isinstance(size, tree.Call):
        return False
    is_first = bool(size.args) and tree.integer_literal(size.args[0].value) == 0
    return tree.dotted(size.func) == "len" or (tree.last_name(size.func) == "size" and is_first)


def _is_bare(file: File, call: tree.Call) -> bool:
    """Whether a call is a squeeze without a dimension."""
    is_function = file.names.spelled_out(call.func) == "torch.squeeze"
    return tree.last_name(call.func) == "squeeze" and len(call.args) == is_function
