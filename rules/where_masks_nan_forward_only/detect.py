"""Choices between two tensors by a condition, and what the one that is not chosen does to the gradient."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import NO, YES
from torchlint.knowledge.operations import Column, has_column, operations, spellings
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_NAMES = spellings("where", "masked_fill")
# Operations with an infinite derivative somewhere, and where.
_SINGULAR = {
    **dict.fromkeys(operations("steep-at-0"), "0"),
    "log1p": "-1",
    **dict.fromkeys(operations("steep-at-1"), "1 and -1"),
    **dict.fromkeys(operations("steep-when-large"), "large values"),
}
_RECIPROCALS = operations("division")
# What keeps numbers away from where a derivative is infinite.
_KEEPS_AWAY: tuple[Column, ...] = ("choice", "clamp", "extremum", "positive", "without-zeros")


class ChoiceView(CallView):
    """A call of `torch.where` or `masked_fill`."""

    __slots__ = ()

    @property
    def shown(self) -> str:
        """What chooses, as a message says it."""
        return "`masked_fill`" if self._is_fill else "`torch.where`"

    @property
    def _is_fill(self) -> bool:
        return any(name.endswith("masked_fill") for name in self.names)

    @property
    def may_have_graph(self) -> bool:
        """Whether gradients may be on, and what it is given may have a graph."""
        return self.value.grad != NO

    @property
    def condition(self) -> tree.Node | None:
        """What is chosen by."""
        is_second = self._is_fill and not self.is_tensor_method
        given = self.argument(1 if is_second else 0, "mask" if self._is_fill else "condition")
        return resolved_expression(self.file.tree, given.node) if given else None

    @property
    def _branches(self) -> list[tree.Node]:
        if self._is_fill or self.is_tensor_method:
            return [self.operand.node] if self.operand else []
        given = [self.argument(1, "input"), self.argument(2, "other")]
        return [one.node for one in given if one is not None]

    @property
    def guarded(self) -> Guarded | None:
        """What one of both does to numbers that the condition only takes out of the result."""
        return _first_guarded(self.file, self.condition, self._branches)


class SelectedView(ExpressionView):
    """`y[d != 0]`: the elements of a tensor that a comparison selects."""

    __slots__ = ()
    node: tree.Subscript

    @property
    def shown(self) -> str:
        """What selects, as a message says it."""
        return "indexing"

    @property
    def may_have_graph(self) -> bool:
        """Whether it has a graph."""
        return self.value.grad != NO

    @property
    def guarded(self) -> Guarded | None:
        """What was done to numbers that are left out here."""
        condition = resolved_expression(self.file.tree, self.node.index)
        return _first_guarded(self.file, condition, [self.node.value])

    @property
    def is_differentiated(self) -> bool | None:
        """Nobody knows whether a backward passes through a selection with a graph; through any other, none does."""
        above, value = self.file.tree.parents.get(self.node), self.value
        is_cut_off = isinstance(above, tree.Attribute) and has_column(above.attr, "detach", "fetch", "metadata")
        return None if value.is_tensor and value.grad == YES and not is_cut_off else False


def _first_guarded(file: File, condition: tree.Node | None, branches: list[tree.Node]) -> Guarded | None:
    """The first operation in some branches that breaks at numbers that the condition takes out of the result."""
    compared = _compared(file, condition)
    for branch in branches if compared else ():
        inner = resolved_expression(file.tree, branch)
        for node in tree.walk(inner, into_functions=False):
            found = _guarded(file, node)
            if found is not None and _text(file, found.operand.node) in compared and found.is_open:
                return found
    return None


def _compared(file: File, condition: tree.Node | None) -> set[str]:
    """The code of all that a condition compares with plain numbers."""
    found: set[str] = set()
    for node in tree.walk(condition) if condition is not None else ():
        if isinstance(node, tree.Compare) and len(node.comparators) == 1:
            sides = [node.left, node.comparators[0]]
            plain = [file.value(side).value.kind in ("number", "unknown") for side in sides]
            found |= {_text(file, side) for side, other in zip(sides, reversed(plain)) if other}
    return found


def _text(file: File, node: tree.Node) -> str:
    call = CallView(file, node) if isinstance(node, tree.Call) else None
    if call is not None and call.operand is not None and _operation(call) == "abs":
        return _text(file, call.operand.node)
    return file.tree.text_of(node)


class Guarded(ExpressionView):
    """An operation whose derivative is infinite somewhere."""

    __slots__ = ()

    @property
    def operand(self) -> ExpressionView:
        """What it works on."""
        if isinstance(self.node, tree.BinaryOp):
            return ExpressionView(self.file, self.node.right if self.node.op == "/" else self.node.left)
        call = CallView(self.file, self.node)
        if _operation(call) in _RECIPROCALS:
            return call.argument(0 if call.receiver == call.operand else 1) or self
        return call.operand or self

    @property
    def pole(self) -> str:
        """Where its derivative is infinite, in words."""
        if isinstance(self.node, tree.BinaryOp):
            return "0"
        return _SINGULAR.get(_operation(CallView(self.file, self.node)), "0")

    @property
    def carrier(self) -> ExpressionView:
        """The tensor whose gradient breaks: what it works on, or what is divided by that."""
        return self.operand if _has_gradient(self.operand) or self._divided is None else self._divided

    @property
    def _divided(self) -> ExpressionView | None:
        """What is divided by the operand."""
        if isinstance(self.node, tree.BinaryOp):
            return ExpressionView(self.file, self.node.left) if self.node.op == "/" else None
        call = CallView(self.file, self.node)
        return call.operand if _operation(call) in _RECIPROCALS and call.operand != self.operand else None

    @property
    def is_certain(self) -> bool:
        """Whether what it works on, or what is divided by that, is known to be a tensor."""
        return self.operand.value.is_tensor or (self._divided is not None and self._divided.value.is_tensor)

    @property
    def is_open(self) -> bool:
        """Whether something here has a gradient, and nothing has kept the operand away from there."""
        is_cut_off = self.operand.value.made_by == "relu" and self.pole == "0"  # no gradient where it gives 0
        divided = self._divided
        if not (divided is not None and _has_gradient(divided)):
            if is_cut_off or not (_has_gradient(self.operand) or _is_computed_from_argument(self.operand)):
                return False
        made = resolved_expression(self.file.tree, self.operand.node)
        call = CallView(self.file, made) if isinstance(made, tree.Call) else None
        name = (_operation(call) or call.method) if call is not None else ""
        return not has_column(name, *_KEEPS_AWAY) and name not in ("nan_to_num", "full")


def _has_gradient(given: ExpressionView) -> bool:
    return given.value.is_tensor and given.value.grad != NO


def _is_computed_from_argument(given: ExpressionView) -> bool:
    """Whether it is a norm or the like of what a function that does not train is given, perhaps with a graph."""
    made = resolved_expression(given.file.tree, given.node)
    around = given.function
    return given.value.kind == "unknown" and isinstance(made, tree.Call) and around is not None and not around.trains


def _guarded(file: File, node: tree.Node) -> Guarded | None:
    if isinstance(node, tree.BinaryOp):
        is_root = node.op == "**" and isinstance(node.right, tree.Constant) and isinstance(node.right.value, float)
        small = is_root and isinstance(node.right, tree.Constant) and 0 < float(str(node.right.value)) < 1
        return Guarded(file, node) if node.op == "/" or small else None
    if isinstance(node, tree.Call) and _operation(CallView(file, node)) in _SINGULAR.keys() | _RECIPROCALS:
        return Guarded(file, node)
    return None


def _operation(call: CallView) -> str:
    names = {name.rpartition(".")[2] for name in call.names if not name.endswith(".forward")}
    return names.pop() if len(names) == 1 else ""


def choices(file: File) -> Iterator[ChoiceView | SelectedView]:
    """Every choice between two tensors, then every selection, each in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in file.calls(*_NAMES):
        yield ChoiceView(file, call.node)
    for subscript in file.tree.all(tree.Subscript):
        if isinstance(subscript.index, (tree.Name, tree.Compare)) and isinstance(subscript.value, tree.Name):
            selected = SelectedView(file, subscript)
            if selected.is_differentiated is None:
                yield selected
