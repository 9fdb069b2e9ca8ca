"""First states of recurrent layers that are as wide as dimension 0 of an input, which the layer takes for time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definition, reaching_definitions, resolved_expression
from torchlint.knowledge.operations import has_column, keeps_shape
from torchlint.knowledge.signatures import BATCH_FIRST
from torchlint.queries import CallView, View, testing
from torchlint.queries.gradients import called_value, operation_of
from torchlint.syntax import tree

from .detect import SHAPE_KEEPING, LayerCall, time_first

if TYPE_CHECKING:
    from torchlint.queries import File

# A name with the definitions that reach it.
Tensor = tuple[str, tuple[Definition | None, ...]]

# The layers that keep all dimensions but the last.
_ROWS_KEPT = SHAPE_KEEPING | {"torch.nn.Linear", "torch.nn.Embedding"}
_DEEPEST = 8


@dataclass(frozen=True, slots=True, eq=False)
class StatedInput(LayerCall):
    """A call of such a layer with a state whose batch is dimension 0 of the input."""

    state: View  # what makes the state: `torch.zeros(1, x.size(0), 8)`
    batch: str  # the size that it takes for the batch: `x.size(0)`


def stated_inputs(file: File) -> Iterator[StatedInput]:
    """Every such call, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in file.tree.all(tree.Call):
        if len(call.args) < 2 or any(one.star for one in call.args):
            continue
        layer = called_value(CallView(file, call))
        made = time_first(file, layer) if layer.kind == "module" and layer.ref in BATCH_FIRST else None
        if made is None:
            continue
        rows = set(of_same_rows(file, call.args[0].value))
        for state in _states(file, call.args[1].value):
            batch = _batch_of(file, state)
            size = _first_size(file, batch) if batch is not None else None
            if batch is not None and size in rows:
                yield StatedInput(file, call, CallView(file, made[1]), View(file, state), file.tree.text_of(batch))
                break


def of_same_rows(file: File, node: tree.Node, depth: int = 0) -> Iterator[Tensor]:
    """The tensors whose dimension 0 is that of an expression, which is made of them."""
    if isinstance(node, tree.Name):
        yield node.id, reaching_definitions(file.tree, node)
    made = resolved_expression(file.tree, node)
    if not isinstance(made, tree.Call) or not made.args or depth > _DEEPEST:
        return
    layer = called_value(CallView(file, made))
    if layer.kind == "module":
        if layer.dotted_name in _ROWS_KEPT:
            yield from of_same_rows(file, made.args[0].value, depth + 1)
        return
    operation = operation_of(file, made)
    if operation is not None and operation.operand is not None and keeps_shape(operation.name):
        yield from of_same_rows(file, operation.operand, depth + 1)


def _states(file: File, node: tree.Expression) -> Iterator[tree.Call]:
    """The calls that make a state, `h` or `(h, c)`, perhaps moved to a device."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Tuple):
        for one in node.elements:
            yield from _states(file, one)
    while isinstance(node, tree.Call):
        operation = operation_of(file, node)
        if operation is None:
            return
        if operation.by_function and has_column(operation.name, "create-from-sizes"):
            yield node
            return
        if not has_column(operation.name, "move", "cast", "mark") or operation.operand is None:
            return
        node = resolved_expression(file.tree, operation.operand)


def _batch_of(file: File, state: tree.Call) -> tree.Expression | None:
    """The second of the three sizes of a state."""
    sizes = [one.value for one in state.args if one.keyword is None]
    if len(sizes) == 1 and isinstance(sizes[0], (tree.Tuple, tree.List)):
        sizes = list(sizes[0].elements)
    return sizes[1] if len(sizes) == 3 else None


def _first_size(file: File, node: tree.Expression) -> Tensor | None:
    """The tensor whose dimension 0 a size is: of `x` in `x.size(0)`, and in `batch, steps, width = x.shape`."""
    taken: tree.Node | None = None
    definition = reaching_definition(file.tree, node) if isinstance(node, tree.Name) else None
    if definition is not None and definition.value is None and isinstance(definition.node, tree.Assign):
        taken = _unpacked_first(definition.node, definition.name)
    elif definition is None or definition.value is not None:
        node = resolved_expression(file.tree, node)
        taken = whose_first_size(node)
    return (taken.id, reaching_definitions(file.tree, taken)) if isinstance(taken, tree.Name) else None


def whose_first_size(node: tree.Node) -> tree.Node | None:
    """The tensor whose dimension 0 an expression reads the size of: `len(x)`, `x.size(0)`, `x.shape[0]`."""
    if isinstance(node, tree.Call) and tree.last_name(node.func) == "len" and len(node.args) == 1:
        return node.args[0].value
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "size":
        return node.func.value if [tree.integer_literal(one.value) for one in node.args] == [0] else None
    if isinstance(node, tree.Subscript) and tree.integer_literal(node.index) == 0:
        return shaped(node.value)
    return None


def _unpacked_first(assign: tree.Assign, name: str) -> tree.Node | None:
    """The tensor whose sizes are unpacked, if a name gets the first of them."""
    target = assign.targets[0]
    if not isinstance(target, (tree.Tuple, tree.List)) or tree.dotted(target.elements[0]) != name:
        return None
    return shaped(assign.value)


def shaped(node: tree.Expression) -> tree.Node | None:
    """The tensor whose sizes an expression is: `x.shape`, `x.size()`."""
    if isinstance(node, tree.Call):
        func = node.func
        return func.value if isinstance(func, tree.Attribute) and func.attr == "size" and not node.args else None
    return node.value if isinstance(node, tree.Attribute) and node.attr == "shape" else None
