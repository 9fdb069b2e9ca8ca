"""Whether a file may divide its losses by a number of passes: by that number, or by what it makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses
from torchlint.knowledge.naming_conventions import PROGRESS_BARS
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What prints, logs or counts what it is given, and makes nothing of it that a loss could be divided by.
_SHOWING = PROGRESS_BARS.union(
    "print range enumerate isinstance repr format info debug warning error add_argument".split()
)
# What makes a number of a number.
_NUMBERS = frozenset("int float round max min len str".split())
# Keyword arguments that say how long a learning rate's schedule is, not how high.
_OF_SCHEDULES = ("total_steps", "steps_per_epoch", "training_steps", "warmup_steps", "T_max")
_DEEPEST = 3  # names for names


def may_divide(file: File, counts: Sequence[tree.Node]) -> bool:
    """Whether the file scales anything by one of these numbers, or gives one to code that may; also by summed losses.

    A product that is only printed, like the effective batch size, scales nothing.
    """
    text = file.tree.text_of
    names = {text(count).rpartition(".")[2] for count in counts}
    for node in _products(file.tree):
        factors = (node.right, node.left) if isinstance(node, tree.BinaryOp) and node.op == "*" else _divisor(node)
        if any(text(part).rpartition(".")[2] in names for factor in factors for part in tree.walk(factor)):
            if isinstance(node, tree.AugmentedAssign) or not _is_only_shown(file, node):
                return True
    for value in (argument.value for argument in file.tree.all(tree.Argument)):
        if isinstance(value, tree.Constant) and value.value == "sum":
            return True
        if text(value).rpartition(".")[2] in names and not _is_only_shown(file, value) and not _sizes(file, value):
            return True
    return False


def _sizes(file: File, value: tree.Expression) -> bool:
    """Whether a literal number is a size of its own, given to a class of PyTorch: `DataLoader(rows, batch_size=8)`."""
    argument = file.tree.parents.get(value)
    call = file.tree.parents.get(argument) if argument is not None else None
    if not isinstance(value, tree.Constant) or not isinstance(call, tree.Call):
        return False
    name = file.names.spelled_out(call.func)
    return name.startswith("torch.") and name.rpartition(".")[2][:1].isupper()


def _products(syntax: tree.Tree) -> list[tree.BinaryOp | tree.AugmentedAssign]:
    products: list[tree.BinaryOp | tree.AugmentedAssign] = [
        *syntax.all(tree.BinaryOp),
        *syntax.all(tree.AugmentedAssign),
    ]
    return [node for node in products if node.op in "/*"]


def _divisor(node: tree.BinaryOp | tree.AugmentedAssign) -> tuple[tree.Expression, ...]:
    return (node.right,) if isinstance(node, tree.BinaryOp) else (node.value,)


def _is_only_shown(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether a number is only printed, compared or counted by, itself or under the names that it is given."""
    above = file.tree.parents.get(node)
    if isinstance(above, tree.Assign):
        target = above.targets[0]
        if len(above.targets) > 1 or not isinstance(target, tree.Name) or depth >= _DEEPEST:
            return False
        return all(_is_only_shown(file, use, depth + 1) for use in uses(file.tree, target))
    if isinstance(above, tree.BinaryOp):
        other = file.facts.values.get(above.right if above.left is node else above.left)
        return (other is None or not other.is_tensor) and _is_only_shown(file, above, depth)
    if isinstance(above, (tree.UnaryOp, tree.Conditional, tree.Dict, tree.List, tree.Tuple)):
        return _is_only_shown(file, above, depth)
    if isinstance(above, tree.Argument):
        if above.keyword is not None and any(word in above.keyword for word in _OF_SCHEDULES):
            return True
        call = file.tree.parents.get(above)
        return isinstance(call, tree.Call) and (
            _is_shown_by(file, call, depth) or _is_shown_in(file, call, node, depth)
        )
    return isinstance(above, (tree.FormattedString, tree.Compare, tree.ExpressionStatement, tree.Assert))


def _is_shown_by(file: File, call: tree.Call, depth: int) -> bool:
    """Whether a call only shows what it is given, or makes a number of numbers that is only shown."""
    if tree.last_name(call.func) in _SHOWING:
        return True
    if tree.dotted(call.func) in _NUMBERS or file.names.spelled_out(call.func).startswith("math."):
        return _is_only_shown(file, call, depth)
    values, called = file.facts.values, file.facts.functions.get(call, ())
    given = [values.get(argument.value) for argument in call.args]
    of_numbers = all(value is not None and value.kind == "number" for value in given)
    return of_numbers and bool(called) and not any(one.name == "__init__" for one in called)


def _is_shown_in(file: File, call: tree.Call, node: tree.Node, depth: int) -> bool:
    """Whether functions of this file are called that only show, compare or count by what they are given here."""
    called = file.facts.functions.get(call, ())
    if not called or depth >= _DEEPEST or not all(file.holds(one.node) for one in called):
        return False
    for function in called:
        parameters = [one.name for one in function.node.parameters]
        passed = function.passed_by(call).items()
        name = next((name for name, value in passed if value is node), None)
        if name not in parameters:
            return False
        uses_inside = (one for one in file.tree.inside(function.node, tree.Name) if one.id == name)
        if not all(_is_only_shown(file, one, depth + 1) for one in uses_inside):
            return False
    return True
