"""What a handler gives in the place of a sample: `self[other]`, the next pass of a loop, a tensor of zeros."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.knowledge.operations import operations
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

_GETS = "__getitem__"
_DRAWS = re.compile(r"(?i)rand|choice|sample")
_MADE_OF_SIZES = operations("create-from-sizes") | operations("create-like")
_NEW_IMAGE = "Image.new"


def another_sample(file: File, function: Function, attempt: tree.Try, handler: tree.Handler) -> tree.Node | None:
    """What makes a handler give another sample of the dataset; None if it gives none."""
    assigned = {one.name for part in handler.body for one in assignments_in(part, into_functions=False)}
    for part in handler.body:
        for node in tree.walk(part, into_functions=False):
            asked = _asked_for(node, function.name)
            if asked is not None and not _is_same(asked, function, assigned):
                return node
    return _of_next_pass(file, function, attempt, handler)


def _asked_for(node: tree.Node, method: str) -> tree.Expression | None:
    """The index for which a dataset is asked for a sample: `self[index]`, `self.__getitem__(index)`."""
    if isinstance(node, tree.Subscript):
        return node.index if tree.dotted(node.value) == "self" else None
    if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute) or not node.args:
        return None
    holder = node.func.value
    is_own = tree.dotted(holder) == "self" or (isinstance(holder, tree.Call) and tree.dotted(holder.func) == "super")
    return node.args[0].value if is_own and node.func.attr in (_GETS, method) else None


def _is_same(index: tree.Expression, function: Function, assigned: set[str]) -> bool:
    """Whether an index is the one that failed, which is tried once more."""
    parameters = {one.name for one in function.node.parameters}
    return isinstance(index, tree.Name) and index.id in parameters - assigned


def _of_next_pass(file: File, function: Function, attempt: tree.Try, handler: tree.Handler) -> tree.Node | None:
    """What makes the next pass of the loop around a `try` go for another sample: `index = randint(0, n)`."""
    loop = file.tree.above(attempt, *tree.Loops, *tree.Scope)
    if not isinstance(loop, tree.Loops) or isinstance(handler.body[-1], (tree.Return, tree.Break)):
        return None
    parameters = {one.name for one in function.node.parameters} - {"self"}
    for one in (one for part in handler.body for one in assignments_in(part, into_functions=False)):
        is_index = isinstance(one.target, tree.Name) and (one.name in parameters or _is_drawn(file.tree, one.value))
        if is_index and _is_used(file, one.name, loop, handler):
            return one.node
    if all(isinstance(part, (tree.Pass, tree.Continue)) for part in handler.body):
        return next((one for name, one in file.tree.once(_drawn, loop) if name in parameters), None)
    return None


def _drawn(syntax: tree.Tree, loop: tree.Node) -> list[tuple[str, tree.Node]]:
    """The variables that each pass of a loop draws, with where it does."""
    assigned = (one for one in assignments_in(loop, into_functions=False) if isinstance(one.target, tree.Name))
    return [(one.name, one.node) for one in assigned if _is_drawn(syntax, one.value)]


def _is_drawn(syntax: tree.Tree, value: tree.Expression | None) -> bool:
    """Whether a call draws a value, as its name says."""
    return isinstance(value, tree.Call) and _DRAWS.search(syntax.text_of(value.func)) is not None


def _is_used(file: File, name: str, loop: tree.Node, handler: tree.Handler) -> bool:
    names = (node for node in file.tree.own(loop, tree.Name) if node.id == name)
    return any(not file.is_within(node, handler) for node in names)


def made_up_sample(handler: tree.Handler) -> tree.Return | tree.Assign | None:
    """The statement that gives something of zeros, ones or noise in the place of a sample, or of a part of it."""
    for part in handler.body:
        if isinstance(part, (tree.Return, tree.Assign)) and part.value is not None:
            if any(isinstance(node, tree.Call) and _is_made_of_sizes(node) for node in tree.walk(part.value)):
                return part
    return None


def is_whole_sample(function: Function, attempt: tree.Try, other: tree.Node) -> bool:
    """Whether this leads to another sample, and not to another part of the one that the method was asked for."""
    if not isinstance(other, tree.Assign):
        return True
    drawn = {target.id for target in other.targets if isinstance(target, tree.Name)}
    parameters = {one.name for one in function.node.parameters[1:]}
    read = {one.id for part in attempt.body for one in tree.walk(part) if isinstance(one, tree.Name)}
    return not drawn.isdisjoint(parameters) or read.isdisjoint(parameters)


def is_plain_return(made_up: tree.Node | None) -> bool:
    """Whether a whole sample is made up, without a flag or a label of -1 by which the caller knows it."""
    if not isinstance(made_up, tree.Return) or made_up.value is None:
        return False
    value = made_up.value
    parts = value.values if isinstance(value, tree.Dict) else getattr(value, "elements", ())
    return not any(_is_mark(one) for one in parts)


def _is_mark(node: tree.Node | None) -> bool:
    is_flag = isinstance(node, tree.Constant) and (node.value is None or isinstance(node.value, bool))
    return is_flag or (isinstance(node, tree.UnaryOp) and node.op == "-")


def made_of_sizes(value: tree.Expression) -> bool:
    """Whether a value is a call of `zeros` and the like."""
    return isinstance(value, tree.Call) and _is_made_of_sizes(value)


def _is_made_of_sizes(call: tree.Call) -> bool:
    """Whether a tensor, an array or an image is made of a size alone: `torch.zeros(3, 224, 224)`, `Image.new(...)`."""
    if (tree.dotted(call.func) or "").endswith(_NEW_IMAGE):
        return True
    is_function = isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) in ("torch", "np", "numpy")
    return is_function and tree.last_name(call.func) in _MADE_OF_SIZES
