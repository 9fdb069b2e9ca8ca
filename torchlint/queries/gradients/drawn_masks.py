"""Masks that are made of zeros, and get their ones where a condition holds: `mask[scores > 0.5] = 1`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition
from torchlint.knowledge.operations import Column, has_column
from torchlint.queries.gradients.operands import operation_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_FARTHEST = 8  # steps from where a mask is used to where it is made
_ZEROS = ("zeros", "zeros_like")
_PLACES = ("where", "nonzero")  # of a condition, its true places
_SAME_NUMBERS: tuple[Column, ...] = ("cast", "move", "create-from-data", "copy")


def is_drawn(file: File, node: tree.Node) -> bool:
    """Whether a mask has ones at the true places of a condition alone: where there are none, it is all zeros."""
    for _ in range(_FARTHEST):
        if isinstance(node, tree.Name):
            made = reaching_definition(file.tree, node)
            if made is None or made.kind != "assignment" or made.value is None:
                return False
            if isinstance(made.value, tree.Call) and tree.last_name(made.value.func) in _ZEROS:
                return _gets_ones_by_condition(file, node.id, file.tree.scope(node))
            node = made.value
        else:
            called = operation_of(file, node) if isinstance(node, tree.Call) else None
            if called is None or called.operand is None or not has_column(called.name, *_SAME_NUMBERS):
                return False
            node = called.operand
    return False


def _gets_ones_by_condition(file: File, name: str, scope: tree.Node) -> bool:
    """Whether all that is written into what has a name, or into its parts, stands at places that a condition gives."""
    parts = {name, *_parts(scope, name)}
    stores = [target for one in _assigns(scope) for target in _written(one, parts)]
    is_by_condition = [_is_at_true_places(file, target.index) for target in stores]
    return any(is_by_condition) and all(is_by_condition) and not _is_changed_otherwise(scope, parts)


def _assigns(scope: tree.Node) -> Iterator[tree.Assign | tree.AugmentedAssign]:
    for one in tree.walk(scope, into_functions=False):
        if isinstance(one, (tree.Assign, tree.AugmentedAssign)):
            yield one


def _parts(scope: tree.Node, name: str) -> Iterator[str]:
    """The names of its views: `row = mask[i]`."""
    for one in _assigns(scope):
        target = one.targets[0] if isinstance(one, tree.Assign) else None
        if isinstance(target, tree.Name) and isinstance(one.value, tree.Subscript):
            if tree.dotted(one.value.value) == name:
                yield target.id


def _written(one: tree.Assign | tree.AugmentedAssign, parts: set[str]) -> Iterator[tree.Subscript]:
    """The places that an assignment writes; not where it puts a view back from where it was taken."""
    is_put_back = isinstance(one.value, tree.Name) and one.value.id in parts
    for target in one.targets if isinstance(one, tree.Assign) else (one.target,):
        if isinstance(target, tree.Subscript) and tree.dotted(target.value) in parts and not is_put_back:
            yield target


def _is_at_true_places(file: File, index: tree.Expression) -> bool:
    """Whether an index is a comparison, or asks where something is true."""
    if isinstance(index, tree.Compare):
        return True
    made = operation_of(file, index) if isinstance(index, tree.Call) else None
    return made is not None and made.name in _PLACES and not made.rest


def _is_changed_otherwise(scope: tree.Node, parts: set[str]) -> bool:
    """Whether a method in place writes into it: `mask.fill_(1)`."""
    calls = (one.func for one in tree.walk(scope, into_functions=False) if isinstance(one, tree.Call))
    methods = (one for one in calls if isinstance(one, tree.Attribute) and one.attr.endswith("_"))
    return any(tree.dotted(one.value) in parts for one in methods)
