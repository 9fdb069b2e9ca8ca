"""Outputs of layers whose sequence is dimension 0, of which code takes dimension 1 for the sequence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Value
from torchlint.knowledge.operations import full_names, has_column, keeps_shape
from torchlint.knowledge.signatures import ATTENTION_BATCH_FIRST, ATTENTION_STACKS, BATCH_FIRST
from torchlint.queries import CallView, ExpressionView, View, testing
from torchlint.queries.gradients import called_value, folded, operation_of
from torchlint.queries.modules import column_taken, first_result_of, is_made_batch_first
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# The layers that take the sequence first, and the place at which each takes `batch_first`.
LAYERS = {**BATCH_FIRST, **ATTENTION_BATCH_FIRST}
# The layers that keep the shape of what they are given.
SHAPE_KEEPING = {"torch.nn.LayerNorm", *full_names("dropout", "activation", of="torch.nn")}
_DEEPEST = 8

# Where something is taken of dimension 1, of which tensor, and whether that is a sum, a mean or the like.
_Taken = tuple[tree.Node, tree.Expression, bool]


@dataclass(frozen=True, slots=True, eq=False)
class LayerCall(CallView):
    """A call of a layer that takes dimension 0 of its input for the sequence."""

    made: CallView  # the layer

    @property
    def layer(self) -> ExpressionView:
        """What is called: `self.encoder`."""
        return self.callee

    @property
    def input(self) -> ExpressionView | None:
        """What it is given, if that is passed by position."""
        return self.positional[0] if self.positional else None


@dataclass(frozen=True, slots=True, eq=False)
class TakenStep(View):
    """What takes a step of dimension 1, or a mean along it, of what such a layer gives."""

    call: CallView  # of the layer
    made: CallView  # the layer, or the one that a stack copies

    @property
    def layer(self) -> ExpressionView:
        """What is called: `self.encoder`."""
        return self.call.callee

    @property
    def input(self) -> ExpressionView | None:
        return self.call.positional[0] if self.call.positional else None

    @property
    def order_is_minded(self) -> bool:
        """Whether the code around moves dimension 0 somewhere else."""
        function = self.file.tree.above(self.node, tree.FunctionDef)
        return function is None or any(moves_rows(self.file, node) for node in tree.walk(function))

    @property
    def is_certain(self) -> bool:
        """Whether no code outside the class moves dimension 0, so that a caller might hand over the sequence first."""
        owner = self.file.tree.above(self.node, tree.ClassDef)
        return self.layer.is_sure and not any(
            moves_rows(self.file, call)
            for call in self.file.tree.all(tree.Call)
            if owner is None or not owner.start <= call.start < owner.end
        )


def moves_rows(file: File, node: tree.Node) -> bool:
    """Whether this moves dimension 0 elsewhere, makes a batch of one sequence, or may do so by another language."""
    if isinstance(node, tree.Attribute) and node.attr in ("T", "mT"):
        return True
    if not isinstance(node, tree.Call):
        return False
    name = tree.last_name(node.func)
    if name in ("einsum", "rearrange") or name == "stack" or has_column(name, "pack", of="torch.nn.utils.rnn"):
        return True
    made = operation_of(file, node)
    given = made.rest if made is not None else []
    if len(given) == 1 and isinstance(given[0], (tree.Tuple, tree.List)):
        given = given[0].elements
    numbers = [folded(file, one) for one in given]
    if name == "unsqueeze" or has_column(name, "reshape-to-sizes", "reshape"):
        return 1 in numbers[:2]
    is_moved = numbers[:1] != [0] if name == "permute" else not numbers or any(one in (0, None) for one in numbers)
    return has_column(name, "transpose") and is_moved


def taken_steps(file: File) -> Iterator[TakenStep]:
    """Every such place, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for at, tensor, is_reduced in sorted([*_columns(file), *_reductions(file)], key=lambda one: one[0].start):
        call = _layer_behind(file, tensor, is_reduced)
        made = time_first(file, called_value(CallView(file, call))) if call is not None else None
        if call is None or made is None:
            continue
        # Of the last step of a recurrent layer, another rule speaks.
        if is_reduced or made[0] not in BATCH_FIRST:
            yield TakenStep(file, at, CallView(file, call), CallView(file, made[1]))


def _columns(file: File) -> Iterator[_Taken]:
    """The places where the first or last step of dimension 1 is taken."""
    for subscript in file.tree.all(tree.Subscript):
        if column_taken(subscript) in (0, -1):
            yield subscript, subscript.value, False


def _reductions(file: File) -> Iterator[_Taken]:
    """The calls that reduce dimension 1."""
    for call in file.tree.all(tree.Call):
        if has_column(tree.last_name(call.func), "reduction") and (tensor := _reduced(file, call)) is not None:
            yield call, tensor, True


def _reduced(file: File, call: tree.Call) -> tree.Expression | None:
    """The tensor of which a call reduces dimension 1."""
    made = operation_of(file, call)
    if made is None or made.operand is None:
        return None
    dim = next((a.value for a in call.args if a.keyword in ("dim", "axis")), made.rest[0] if made.rest else None)
    return made.operand if dim is not None and folded(file, dim) == 1 else None


def _layer_behind(file: File, tensor: tree.Node, is_reduced: bool, depth: int = 0) -> tree.Call | None:
    """The call of a layer of sequences whose output a tensor is, perhaps normalised, or added to something."""
    node = first_result_of(file.tree, tensor) or resolved_expression(file.tree, tensor)
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.BinaryOp) and node.op == "+":
        found = (_layer_behind(file, side, is_reduced, depth + 1) for side in (node.left, node.right))
        return next((one for one in found if one is not None), None)
    if not isinstance(node, tree.Call):
        return None
    layer = called_value(CallView(file, node))
    if layer.kind == "module":
        if layer.dotted_name in LAYERS or layer.dotted_name in ATTENTION_STACKS:
            return node
        # Of one sequence alone, a linear layer's dimension 1 is that of the classes.
        is_kept = layer.dotted_name in SHAPE_KEEPING or (layer.ref == "torch.nn.Linear" and not is_reduced)
        return _layer_behind(file, node.args[0].value, is_reduced, depth + 1) if is_kept and node.args else None
    made = operation_of(file, node)
    if made is None or made.operand is None or not keeps_shape(made.name):
        return None
    return _layer_behind(file, made.operand, is_reduced, depth + 1)


def time_first(file: File, layer: Value) -> tuple[str, tree.Call] | None:
    """The layer's name, and the call that makes it without `batch_first`; of a stack, that of the layer it copies."""
    made = layer.source
    if layer.kind != "module" or layer.assumed or not isinstance(made, tree.Call) or not isinstance(layer.ref, str):
        return None
    if layer.ref in ATTENTION_STACKS:
        inner = CallView(file, made).argument(0, ATTENTION_STACKS[layer.ref]) if file.holds(made) else None
        return time_first(file, inner.value) if inner is not None else None
    place = LAYERS.get(layer.ref)
    return (layer.ref, made) if place is not None and not is_made_batch_first(made, place) else None
