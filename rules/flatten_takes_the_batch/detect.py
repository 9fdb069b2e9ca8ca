"""Flattenings of a whole batch to one row, which a linear layer is given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Sequential, Value
from torchlint.finding import Edit, Span
from torchlint.knowledge.call_names import FLATTENS
from torchlint.knowledge.operations import full_names, has_column
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.queries.gradients import called_value, folded, operation_of
from torchlint.queries.modules import method_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LINEAR = frozenset(("torch.nn.Linear", "torch.nn.LazyLinear"))
# Layers through which each number goes by itself.
_PASSED = full_names("activation", "dropout", "relu", "tanh", "sigmoid", of="torch.nn")


@dataclass(frozen=True, slots=True, eq=False)
class WholeFlatten(CallView):
    """`torch.flatten(x)`, `x.view(-1)` and the like, in a method of a module."""

    node: tree.Call
    flattened: ExpressionView
    layer: ExpressionView  # the linear layer that it goes to
    is_of_batches: bool  # whether the module is surely called with batches

    @property
    def by_rows(self) -> tuple[Edit, ...]:
        """The edit that flattens each row by itself."""
        func = self.node.func
        if self.is_tensor_method and isinstance(func, tree.Attribute):
            return (Edit(Span(func.value.end, self.node.end), ".flatten(1)"),)
        return self.put_last("1") if len(self.node.args) == 1 else ()


def whole_flattens(file: File) -> Iterator[WholeFlatten]:
    """Flattenings of everything to one dimension right before a linear layer, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for node in file.tree.all(tree.Call):
        call = CallView(file, node)
        method = method_around(file, node) if len(node.args) == 1 else None
        if method is None or not _begins_with_linear(called_value(call)):
            continue
        made = _behind(file, node.args[0].value)
        operand = _flattened(file, made) if isinstance(made, tree.Call) else None
        if operand is None or not isinstance(made, tree.Call):
            continue
        is_of_batches = _has_rows(file, operand) or method.is_given_batches(file)
        yield WholeFlatten(file, made, file.value(operand), call.callee, is_of_batches)


def _begins_with_linear(module: Value) -> bool:
    """Whether the first layer that looks at several numbers at once is a linear one."""
    if module.kind == "module" and isinstance(module.ref, Sequential):
        parts = [part for part in module.ref.parts if part.dotted_name not in _PASSED]
        return bool(parts) and _begins_with_linear(parts[0])
    return module.kind == "module" and module.dotted_name in _LINEAR


def _behind(file: File, node: tree.Node, depth: int = 0) -> tree.Node:
    """What a tensor was before its numbers were changed one by one."""
    node = resolved_expression(file.tree, node)
    if not isinstance(node, tree.Call) or depth > 8:
        return node
    if called_value(CallView(file, node)).dotted_name in _PASSED and len(node.args) == 1:
        return _behind(file, node.args[0].value, depth + 1)
    made = operation_of(file, node)
    if made is not None and made.operand is not None and has_column(made.name, "unary", "dropout"):
        return _behind(file, made.operand, depth + 1)
    return node


def _flattened(file: File, node: tree.Call) -> tree.Expression | None:
    """What a call flattens to one dimension."""
    made = operation_of(file, node)
    if (
        made is None
        or made.name not in FLATTENS
        or any(a.keyword not in (None, "input", "start_dim") for a in node.args)
    ):
        return None
    by_keyword = [a.value for a in node.args if a.keyword == "start_dim"]
    sizes = [folded(file, one) for one in (*made.rest, *by_keyword)]
    if made.name in ("view", "reshape"):
        return made.operand if sizes == [-1] else None
    return made.operand if sizes in ([], [0], [0, -1]) else None


def _has_rows(file: File, node: tree.Node) -> bool:
    """Whether a batch norm made it, which takes batches only."""
    made = _behind(file, node)
    if not isinstance(made, tree.Call):
        return False
    ref = called_value(CallView(file, made)).ref
    return isinstance(ref, str) and ref in full_names("batch-norm", of="torch.nn")
