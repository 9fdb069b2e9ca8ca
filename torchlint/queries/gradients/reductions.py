"""Sums and means that may be inf or NaN: those in float16, and those over an empty selection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import (
    definitions_of,
    resolved_expression,
    uses,
)
from torchlint.domain.values import NO
from torchlint.finding import Edit
from torchlint.knowledge.operations import Column, full_names, has_column
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.drawn_masks import is_drawn
from torchlint.queries.gradients.dtypes import dtype_of
from torchlint.queries.gradients.float_rounding import folded
from torchlint.queries.gradients.masks import is_given_as_mask, is_mask_of_batch
from torchlint.queries.gradients.operands import operation_of
from torchlint.queries.losses.reduction import mean_losses
from torchlint.queries.memo import query
from torchlint.queries.modes.training_branches import is_left_in_training
from torchlint.queries.testing.collected_tests import is_test_module
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DEEPEST = 4  # operations between a selection and its mean
_METRIC = re.compile(r"metric|meter|accuracy|evaluat", re.IGNORECASE)
_COUNTING = ("sum", "count_nonzero")
_COMBINING = ("&", "|", "*", "^", "&=", "|=", "*=", "^=")
# What gives a number for each one that it is given, and so none for none.
_AS_MANY: tuple[Column, ...] = ("unary", "binary", "arithmetic", "clamp", "softmax", "log-softmax")
_LOSS = re.compile(r"(^|_)loss(es)?(_|$)")


class HalfReduction(CallView):
    """A sum, product or norm that is computed in float16."""

    __slots__ = ()

    @property
    def reduced(self) -> ExpressionView:
        """The tensor that is reduced."""
        made = operation_of(self.file, self.node)
        return ExpressionView(self.file, made.operand) if made is not None and made.operand is not None else self

    @property
    def in_single(self) -> tuple[Edit, ...]:
        """The edits that compute it in float32."""
        return self.writing("torch.float32", lambda name: self.put_last(f"dtype={name}"))


@query
def half_reductions(file: File) -> Iterator[HalfReduction]:
    """Sums, products and norms computed in float16, in source order."""
    for call in file.tree.all(tree.Call):
        if not has_column(tree.last_name(call.func), "total"):
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
    def is_by_condition(self) -> bool:
        """Whether what selects or counts is certainly a condition, and not a mask whose maker knows it better."""
        if self.is_division:
            tested = _counted(self.file, self.selected.node)
        else:
            part = _selection(self.file, self.selected.node)
            tested = _selector(self.file, part) if part is not None else None
        return tested is not None and is_condition(self.file, tested) and not is_given_as_mask(self.file, tested)

    @property
    def is_of_each_row(self) -> bool:
        """Whether it counts along one dimension: each row needs an element, which may be so by construction."""
        counted = _uncast(self.file, self.selected.node) if self.is_division else None
        made = operation_of(self.file, counted) if isinstance(counted, tree.Call) else None
        if not isinstance(counted, tree.Call) or made is None:
            return False
        return bool(made.rest) or any(a.keyword in ("dim", "axis") for a in counted.args)

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
    seen: set[tree.Expression] = set()
    means = file.calls(*full_names("undefined-when-empty"))
    of_all = [call for call in means if sum(one.keyword != "keepdim" for one in call.node.args) < 2]
    for call in (*of_all, *mean_losses(file)):
        given = _selection(file, call.operand.node) if call.operand is not None else None
        if given is None or given in seen:
            continue
        selector = _selector(file, given)
        if is_condition(file, selector) or is_mask_of_batch(file, selector):
            if not _is_of_each_row(file, call.node) and not _is_looked_at(file, call.node, given):
                found.append(call.node)
                seen.add(given)  # one selection is reported once, however many means are taken of it
    ratios = (ratio for ratio in file.tree.all(tree.BinaryOp) if ratio.op == "/" and _is_count(file, ratio.right))
    found += [ratio for ratio in ratios if not _is_looked_at(file, ratio, ratio.right)]
    for node in sorted(found, key=lambda n: n.start):
        value = file.value(node).value
        if _is_only_fetched(file, node) or _is_of_a_metric(file, node) or is_left_in_training(file.tree, node):
            continue  # a metric, whatever it is computed from, or what a model gives in eval mode alone
        is_of_a_loss = value.is_tensor and (value.grad != NO or _is_of_a_loss(file, node))
        if is_of_a_loss or (value.kind in ("unknown", "tensor") and _is_of_a_loss_function(file, node)):
            yield SelectionView(file, node)


def _is_only_fetched(file: File, node: tree.Node) -> bool:
    """Whether a result is given a name of which only numbers are read: `entropy.item()`."""
    assign = file.tree.parents.get(node)
    target = assign.targets[0] if isinstance(assign, tree.Assign) and len(assign.targets) == 1 else None
    reads = uses(file.tree, target) if isinstance(target, tree.Name) else []
    above = [file.tree.parents.get(name) for name in reads]
    return bool(above) and all(isinstance(one, tree.Attribute) and has_column(one.attr, "fetch") for one in above)


def _is_of_a_metric(file: File, node: tree.Node) -> bool:
    """Whether it is printed, or stands in a class that is called a metric."""
    cls = file.tree.above(node, tree.ClassDef)
    if isinstance(cls, tree.ClassDef) and _METRIC.search(cls.name):
        return True
    return any(isinstance(one, tree.Call) and tree.dotted(one.func) == "print" for one in file.tree.around(node))


def _selection(file: File, node: tree.Node, depth: int = 0) -> tree.Expression | None:
    """The part of a tensor that an expression computes with, number by number: `a[mask]` of `log(a[mask]) - b`."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Subscript) or _masked(file, node) is not None:
        return node
    found = (_selection(file, part, depth + 1) for part in _operands(file, node)) if depth < _DEEPEST else ()
    return next((one for one in found if one is not None), None)


def _masked(file: File, node: tree.Node) -> tree.Expression | None:
    """The mask of `a.masked_select(mask)`; None for anything else."""
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    return made.rest[0] if made is not None and made.name == "masked_select" and made.rest else None


def _selector(file: File, selection: tree.Expression) -> tree.Expression:
    """What a selection is made by: a mask, the condition whose places are asked for, or another index."""
    if not isinstance(selection, tree.Subscript):
        return _masked(file, selection) or selection
    node: tree.Node = selection.index
    for _ in range(_DEEPEST):
        node = resolved_expression(file.tree, node)
        made = operation_of(file, node) if isinstance(node, tree.Call) else None
        if isinstance(node, tree.Subscript):
            node = node.value  # `torch.where(mask)[0]`
        elif made is None or made.operand is None:
            break
        elif made.name == "nonzero" or (made.name == "where" and not made.rest):
            return made.operand
        elif has_column(made.name, "reshape"):
            node = made.operand  # `mask.nonzero().squeeze(1)`
        else:
            break
    return selection.index


def _operands(file: File, node: tree.Node) -> list[tree.Expression]:
    if isinstance(node, tree.BinaryOp):
        return [node.left, node.right] if node.op != "@" else []
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is None or made.operand is None or not has_column(made.name, *_AS_MANY):
        return []
    return [made.operand, *made.rest]


def _is_of_a_loss(file: File, node: tree.Node) -> bool:
    """Whether it is in the forward of a module without layers, as losses are, or in what a `training_step` calls.

    Nothing shows what these are given.
    """
    function = ExpressionView(file, node).function
    owner = function.owner if function is not None else None
    if function is None or owner is None or not owner.is_module:
        return False
    step = owner.method("training_step")
    if step is not None and isinstance(step.node, tree.FunctionDef):
        calls = (call for call in tree.walk(step.node) if isinstance(call, tree.Call))
        return any(tree.dotted(call.func) == f"self.{function.name}" for call in calls)
    return function.name == "forward" and not any(
        held.kind in ("module", "tensor") for held in owner.attributes.values()
    )


def _is_of_a_loss_function(file: File, node: tree.Node) -> bool:
    """Whether a function that is called a loss returns it, of tensors of which nothing is known."""
    function = file.tree.above(node, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef):
        return False
    cls = file.tree.parents.get(function)
    is_of_a_class = isinstance(cls, tree.ClassDef) and cls.name.endswith("Loss") and function.name == "forward"
    if not is_of_a_class and not _LOSS.search(function.name):
        return False
    statement = file.tree.statement(node)
    target = statement.targets[0] if isinstance(statement, tree.Assign) else None
    name = tree.dotted(target) if target is not None else None
    returned = [one.value for one in tree.walk(function) if isinstance(one, tree.Return) and one.value is not None]
    if any(node is one or (name is not None and tree.dotted(one) == name) for one in returned):
        return True
    used = {part.id for one in returned for part in tree.walk(one) if isinstance(part, tree.Name)}
    return name is not None and name in used and _LOSS.search(name) is not None


def _is_of_each_row(file: File, call: tree.Call) -> bool:
    """Whether it is taken along a dimension after the first: no rows have no means, and none of them is NaN."""
    made = operation_of(file, call)
    first = made.rest[0] if made is not None and made.rest and has_column(made.name, "dim-first") else None
    dim = next((argument.value for argument in call.args if argument.keyword == "dim"), first)
    return dim is not None and (folded(file, dim) or 0) > 0


def is_condition(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression is certainly a boolean tensor."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Compare):
        return not any(op in ("is", "is not", "in", "not in") for op in node.ops)
    if depth > _DEEPEST:
        return False
    if isinstance(node, tree.Name):
        return _is_always_condition(file, node, depth)
    if isinstance(node, tree.Subscript) or (isinstance(node, tree.Attribute) and node.attr == "data"):
        return is_condition(file, node.value, depth + 1)  # a part of one
    if isinstance(node, tree.BinaryOp) and node.op == "*":
        return all(is_condition(file, one, depth + 1) for one in (node.left, node.right))
    if isinstance(node, tree.UnaryOp):
        return node.op == "~" and is_condition(file, node.operand, depth + 1)
    if isinstance(node, tree.BinaryOp) and depth < 4:
        return node.op in ("&", "|") and any(is_condition(file, s, depth + 1) for s in (node.left, node.right))
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is None or made.operand is None:
        return False
    if has_column(made.name, "bitwise"):  # of whole numbers too
        return any(is_condition(file, one, depth + 1) for one in (made.operand, *made.rest)) and depth < 4
    if has_column(made.name, "reshape", "copy"):
        return is_condition(file, made.operand, depth + 1)
    return made.name == "bool" or has_column(made.name, "comparison", "logical")


def _is_always_condition(file: File, name: tree.Name, depth: int) -> bool:
    """Whether all that a variable is given are conditions, and what it is multiplied or combined with in place, too."""
    given = definitions_of(file.tree, name)
    values = [one.node.value if isinstance(one.node, tree.AugmentedAssign) else one.value for one in given]
    is_plain = all(
        one.kind == "assignment" or (isinstance(one.node, tree.AugmentedAssign) and one.node.op in _COMBINING)
        for one in given
    )
    return bool(given) and is_plain and all(one is not None and is_condition(file, one, depth + 1) for one in values)


def _is_count(file: File, node: tree.Node) -> bool:
    """Whether an expression counts the true elements of a condition or mask, in all or of each row."""
    counted = _counted(file, node)
    if counted is None or is_condition(file, counted):
        return counted is not None
    call = _uncast(file, _unbounded(file, node))
    made = operation_of(file, call) if isinstance(call, tree.Call) else None
    if made is None or made.operand is None:
        return False
    return is_mask_of_batch(file, made.operand) or (made.name in _COUNTING and is_drawn(file, made.operand))


def _counted(file: File, node: tree.Node) -> tree.Node | None:
    """What is counted by an expression: the `mask` of `mask.float().sum()`, `a[mask].numel()` and `len(a[mask])`."""
    node = _uncast(file, _unbounded(file, node))
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "len" and len(node.args) == 1:
        return _selector_of(file, node.args[0].value)
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is not None and made.operand is not None and made.name == "numel":
        return _selector_of(file, made.operand)
    if made is None or made.operand is None or made.name not in _COUNTING:
        return None
    return _uncast(file, made.operand)


def _selector_of(file: File, node: tree.Expression) -> tree.Node | None:
    """What selects the elements of a name or an expression that is nothing but a selection."""
    node = resolved_expression(file.tree, node)
    is_selection = isinstance(node, tree.Subscript) or _masked(file, node) is not None
    return _selector(file, node) if is_selection else None


def _unbounded(file: File, node: tree.Node) -> tree.Node:
    """What is limited in a way that lets 0 through: `mask.sum()` in `max(mask.sum(), 0)`, `mask.sum().clamp(min=0)`."""
    node = _uncast(file, node)
    if not isinstance(node, tree.Call):
        return node
    if tree.dotted(node.func) == "max" and len(node.args) == 2:
        count, limit = sorted((one.value for one in node.args), key=lambda one: folded(file, one) is not None)
        return count if _lets_0_through(file, limit) else node
    made = operation_of(file, node)
    if made is None or made.operand is None or not has_column(made.name, "clamp"):
        return node
    limits = [*made.rest, *(one.value for one in node.args if one.keyword == "min")]
    return made.operand if limits and _lets_0_through(file, limits[0]) else node


def _lets_0_through(file: File, limit: tree.Expression) -> bool:
    least = folded(file, limit)
    return least is not None and least <= 0


def _uncast(file: File, node: tree.Node, depth: int = 0) -> tree.Node:
    """What is cast or moved by an expression, or the expression itself."""
    node = resolved_expression(file.tree, node)
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is None or made.operand is None or not has_column(made.name, "cast", "move") or made.name == "bool":
        return node
    return _uncast(file, made.operand, depth + 1) if depth < 4 else node


def _is_looked_at(file: File, node: tree.Node, selected: tree.Node) -> bool:
    """Whether an `if` around, or an earlier one that leaves the function, tests a name the selection is made of.

    Or another selection, or a count, by the same mask: `if kept.numel() == 0` in front of `total / mask.sum()`.
    """
    names = {n.id for n in tree.walk(selected) if isinstance(n, tree.Name)}
    mask = _mask_of(file, selected)
    scope = file.tree.above(node, *tree.Scope) or file.tree.root
    for test in tree.walk(scope, into_functions=False):
        if isinstance(test, (tree.If, tree.Conditional, tree.Assert, tree.While)) and test.start <= node.end:
            given = {side for one in tree.walk(test.test) for side in _asked_for_none(one)}
            tested = [n for n in tree.walk(test.test) if isinstance(n, tree.Name) and n not in given]
            if any(n.id in names or (mask is not None and _mask_of(file, n) is mask) for n in tested):
                return True
    return False


def _asked_for_none(node: tree.Node) -> list[tree.Expression]:
    """What a comparison asks whether it is given at all, which says nothing of its elements: `mask is not None`."""
    return [node.left] if isinstance(node, tree.Compare) and set(node.ops) <= {"is", "is not"} else []


def _mask_of(file: File, node: tree.Node) -> tree.Node | None:
    """The mask by which something is selected or counted: what it is computed by, where that has a name."""
    node = resolved_expression(file.tree, node)
    selector = _selector_of(file, node)
    return _uncast(file, selector) if selector is not None else _counted(file, node)
