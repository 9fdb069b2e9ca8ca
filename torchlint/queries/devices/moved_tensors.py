"""Tensors that code itself moves to a device before it uses them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.knowledge.naming_conventions import ACCELERATORS
from torchlint.knowledge.operations import VIEWS, Column, has_column, operations
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_FETCHING = operations("fetch")
_ON_METADATA = operations("metadata")
# What leaves the numbers of a tensor as they are.
_KEEPING: tuple[Column, ...] = (*VIEWS, "copy", "cast")


def is_moved_to_device(file: File, node: tree.Expression, names: int) -> bool:
    """Whether a tensor is computed, by methods, operators and indexing, from one that was moved to a device here.

    Through so many names; where one of several definitions moves it, `if cuda: x = x.cuda()`, that counts.

    Example:
        if is_moved_to_device(file, wait.operand, 3):
            ...  # `x` of `x = x.to(device)`
    """
    if isinstance(node, tree.Call):
        return _is_moved_by_call(file, node, names)
    if isinstance(node, tree.Subscript):
        return is_moved_to_device(file, node.value, names)
    if isinstance(node, tree.UnaryOp):
        return is_moved_to_device(file, node.operand, names)
    if isinstance(node, tree.BinaryOp):
        return any(is_moved_to_device(file, one, names) for one in (node.left, node.right))
    if isinstance(node, tree.Compare):
        return any(is_moved_to_device(file, one, names) for one in (node.left, *node.comparators))
    if not isinstance(node, tree.Name) or not names:
        return False
    return any(is_moved_to_device(file, value, names - 1) for value in _assigned(file, node))


def _is_moved_by_call(file: File, call: tree.Call, names: int) -> bool:
    func = call.func
    if not isinstance(func, tree.Attribute) or func.attr in _ON_METADATA or func.attr == "cpu":
        return False
    if func.attr in _FETCHING and not has_column(func.attr, "cast"):  # `x.float()` stays where it is
        return False
    if has_column(func.attr, "move"):
        return _is_to_device(file, call) or (not _says_cpu(call) and is_moved_to_device(file, func.value, names))
    is_function = file.names.spelled_out(func).startswith("torch.")
    operand = tree.positional(call, 0) if is_function else func.value
    return operand is not None and is_moved_to_device(file, operand, names)


def _says_cpu(call: tree.Call) -> bool:
    return any(isinstance(one.value, tree.Constant) and one.value.value == "cpu" for one in call.args)


def _is_to_device(file: File, call: tree.Call) -> bool:
    """Whether a call moves its tensor to an accelerator, or to what is called a device."""
    assert isinstance(call.func, tree.Attribute)
    if call.func.attr in ACCELERATORS:
        return True
    given = next((one.value for one in call.args if one.keyword in (None, "device")), None)
    if call.func.attr != "to" or given is None:
        return False
    if isinstance(given, tree.Constant):
        return isinstance(given.value, str) and given.value.startswith(tuple(ACCELERATORS))
    named = given.func if isinstance(given, tree.Call) else given
    return tree.last_name(named).lower().rpartition("_")[2] in ("device", "dev")


def is_moved_unchanged(file: File, node: tree.Expression, names: int) -> bool:
    """Whether a tensor that was moved to a device here still holds the numbers it had before: cast, viewed or indexed.

    Example:
        if is_moved_unchanged(file, wait.operand, 3):
            ...  # `x[0]` of `x = x.to(device)`, and not `x * 2`
    """
    if isinstance(node, tree.Subscript):
        return is_moved_unchanged(file, node.value, names)
    if isinstance(node, tree.Call):
        func = node.func
        if not isinstance(func, tree.Attribute) or func.attr == "cpu" or not has_column(func.attr, "move", *_KEEPING):
            return False
        return _is_to_device(file, node) or is_moved_unchanged(file, func.value, names)
    if not isinstance(node, tree.Name) or not names:
        return False
    return any(is_moved_unchanged(file, value, names - 1) for value in _assigned(file, node))


def _assigned(file: File, name: tree.Name) -> list[tree.Expression]:
    """What a variable may have been assigned as a whole."""
    made = (one for one in reaching_definitions(file.tree, name) if one is not None and one.kind == "assignment")
    return [one.value for one in made if one.value is not None]
