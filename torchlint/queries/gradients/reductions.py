"""Sums and means that may be inf or NaN: those in float16, and those over an empty selection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import written
from torchlint.domain.values import NO
from torchlint.finding import Edit
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.dtypes import dtype_of
from torchlint.queries.memo import query
from torchlint.queries.testing.collected_tests import is_test_module
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_GROWING = frozenset("sum prod norm cumsum".split())
_OF_SOME = tuple(
    f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("mean", "std", "var", "max", "min", "median")
)
# What gives as many truths as there are numbers.
_TRUTHS = frozenset(
    """bool isnan isfinite isinf logical_and logical_or logical_not logical_xor eq ne lt le gt ge isin isclose
    less greater not_equal less_equal greater_equal""".split()
)
_CASTS = frozenset("float double to long int type".split())


class HalfReduction(CallView):
    """A sum, product or norm that is computed in float16."""

    __slots__ = ()

    @property
    def reduced(self) -> ExpressionView:
        """The tensor that is reduced."""
        func = self.node.func
        assert isinstance(func, tree.Attribute)
        by_function = self.file.names.spelled_out(func.value) == "torch"
        return (self.argument(0, "input") or self) if by_function else ExpressionView(self.file, func.value)

    @property
    def in_single(self) -> tuple[Edit, ...]:
        """The edits that compute it in float32."""
        return self.writing("torch.float32", lambda name: self.put_last(f"dtype={name}"))


@query
def half_reductions(file: File) -> Iterator[HalfReduction]:
    """Sums, products and norms computed in float16, in source order."""
    for call in file.tree.all(tree.Call):
        if not isinstance(call.func, tree.Attribute) or call.func.attr not in _GROWING:
            continue
        view = HalfReduction(file, call)
        says_type = any(a.keyword == "dtype" for a in call.args)
        if not says_type and dtype_of(file, view.reduced.node) == "float16" and not _is_under_autocast(file, call):
            yield view


def _is_under_autocast(file: File, node: tree.Node) -> bool:
    """Whether a `with` around uses autocast, which computes sums in float32."""
    around = file.tree.above(node, tree.With)
    while isinstance(around, tree.With):
        calls = (item.context for item in around.items)
        if any(isinstance(c, tree.Call) and file.names.spelled_out(c.func).endswith("autocast") for c in calls):
            return True
        around = file.tree.above(around, tree.With)
    return False


class SelectionView(ExpressionView):
    """A mean over the elements that a condition selects, or a division by their count."""

    __slots__ = ()

    @property
    def selected(self) -> ExpressionView:
        """The selection that may be empty, or the count that may be 0."""
        if isinstance(self.node, tree.BinaryOp):
            return ExpressionView(self.file, self.node.right)
        return CallView(self.file, self.node).operand or self

    @property
    def is_division(self) -> bool:
        """Whether it is a division by a count."""
        return isinstance(self.node, tree.BinaryOp)


@query
def selections(file: File) -> Iterator[SelectionView]:
    """Means over conditional selections that carry a gradient, in source order; code of tests is left out."""
    if is_test_module(file):
        return
    found: list[tree.Node] = []
    for call in file.calls(*_OF_SOME):
        given = written(file.tree, call.operand.node) if call.operand is not None else None
        if isinstance(given, tree.Subscript) and _is_condition(file, given.index) and not call.node.args[1:]:
            found += [] if _is_looked_at(file, call.node, given) else [call.node]
    for ratio in file.tree.all(tree.BinaryOp):
        if ratio.op == "/" and _is_count(file, ratio.right) and not _is_looked_at(file, ratio, ratio.right):
            found.append(ratio)
    for node in sorted(found, key=lambda n: n.start):
        value = file.value(node).value
        if value.is_tensor and value.grad != NO:
            yield SelectionView(file, node)


def _is_condition(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression is certainly a boolean tensor."""
    node = written(file.tree, node)
    if isinstance(node, tree.Compare):
        return not any(op in ("is", "is not", "in", "not in") for op in node.ops)
    if isinstance(node, tree.UnaryOp):
        return node.op == "~" and _is_condition(file, node.operand, depth + 1)
    if isinstance(node, tree.BinaryOp) and depth < 4:
        return node.op in ("&", "|") and any(_is_condition(file, s, depth + 1) for s in (node.left, node.right))
    name = node.func.attr if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) else ""
    return name in _TRUTHS


def _is_count(file: File, node: tree.Node) -> bool:
    """Whether an expression counts the true elements of a condition: `mask.sum()`, `mask.float().sum()`."""
    node = written(file.tree, node)
    if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute):
        return False
    given: tree.Node = node.func.value
    if node.func.attr in _CASTS:
        return _is_count(file, given)
    if node.func.attr != "sum" or node.args:
        return False
    given = written(file.tree, given)
    if isinstance(given, tree.Call) and isinstance(given.func, tree.Attribute) and given.func.attr in _CASTS:
        given = given.func.value
    return _is_condition(file, given)


def _is_looked_at(file: File, node: tree.Node, selected: tree.Node) -> bool:
    """Whether an `if` around, or an earlier one that leaves the function, tests a name the selection is made of."""
    names = {n.id for n in tree.walk(selected) if isinstance(n, tree.Name)}
    scope = file.tree.above(node, *tree.Scope) or file.tree.root
    for test in tree.walk(scope, into_functions=False):
        if isinstance(test, (tree.If, tree.Conditional, tree.Assert, tree.While)) and test.start <= node.end:
            if any(isinstance(n, tree.Name) and n.id in names for n in tree.walk(test.test)):
                return True
    return False
