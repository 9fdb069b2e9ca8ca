"""Squeezes in a forward of what has a dimension of 1 behind the batch: feature maps, and sums with `keepdim=True`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import Sequential, Value
from torchlint.knowledge.operations import Column, full_names, has_column, keeps_shape, spellings
from torchlint.queries import CallView, testing
from torchlint.queries.gradients import called_value, folded, kept_dim, operation_of
from torchlint.syntax import tree

from .detect import SqueezeView
from .detect_one_number import gives_one_number

if TYPE_CHECKING:
    from torchlint.queries import File

_NAMES = spellings("squeeze", "squeeze_")
_POOLS = full_names("pool", of="torch.nn")
_CONVOLUTIONS = full_names("convolution", of="torch.nn")
# Layers after which the numbers of a feature map are where they were.
_SHAPE_KEPT: tuple[Column, ...] = ("activation", "dropout", "softmax", "log-softmax", "batch-norm", "instance-norm")
_SHAPE_KEEPING = full_names(*_SHAPE_KEPT, of="torch.nn")
_ELEMENTWISE = ("+", "-", "*", "/")
_DEEPEST = 6
_MOST_WAYS = 3  # definitions of one name that are followed


class FeatureMapView(SqueezeView):
    """A squeeze without a dimension, in a forward, of what a convolution, a pool or a reduction gave."""

    __slots__ = ()

    @property
    def is_of_any_batch(self) -> bool:
        """Whether another dimension than the batch is known to be 1, and no caller reads one number."""
        around = self.function
        if around is None or around.owner is None:
            return False
        if gives_one_number(self.file, around.owner, around.node, self.node):
            return False
        if _gets_batch_first(self.file, self.squeezed.node):
            return False  # the other dimensions of size 1 are not known
        last = _last_layer(self.file, self.squeezed.node)
        if last is None:
            return isinstance(resolved_expression(self.file.tree, self.squeezed.node), tree.Call)
        return _leaves_one(self.file, last)

    @property
    def advice(self) -> str:
        """What to write instead."""
        return "pass the `dim` to remove"

    @property
    def of_last(self) -> tuple[()]:
        """No edit, since several dimensions may have size 1."""
        return ()


def squeezed_maps(file: File) -> Iterator[FeatureMapView]:
    """Squeezes without a dimension of feature maps and kept dimensions, in the forward of a module."""
    if testing.is_test_module(file):
        return
    for call in file.calls(*_NAMES):
        view = FeatureMapView(file, call.node)
        if len(call.node.args) != (view.receiver != view.operand):
            continue  # names the dimension
        around = view.function
        owner = around.owner if around is not None else None
        if around is None or owner is None or not owner.is_module or around.name != "forward":
            continue  # what is given elsewhere may be one sample
        if _adds_batch(around.node):
            continue  # one sample was made a batch
        squeezed = view.squeezed.node
        is_map = _last_layer(file, squeezed) is not None or _keeps_one(file, squeezed)
        if is_map or _gets_batch_first(file, squeezed):
            yield view


def _gets_batch_first(file: File, node: tree.Node) -> bool:
    """Whether a tensor has got a shape of several dimensions whose first one holds what is left: `view(-1, 32, n)`."""
    made = resolved_expression(file.tree, node)
    if not isinstance(made, tree.Call) or not has_column(tree.last_part(made.func), "reshape"):
        return False
    sizes = [argument.value for argument in made.args]
    if len(sizes) == 1 and isinstance(sizes[0], (tree.Tuple, tree.List)):
        sizes = sizes[0].elements
    return len(sizes) > 1 and folded(file, sizes[0]) == -1


def _keeps_one(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether a reduction has left a dimension of 1 behind the batch; of a sum or a product, in one of its operands."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.BinaryOp) and node.op in _ELEMENTWISE and depth < _DEEPEST:
        return _keeps_one(file, node.left, depth + 1) or _keeps_one(file, node.right, depth + 1)
    return isinstance(node, tree.Call) and kept_dim(file, node) not in (None, 0)


def _last_layer(file: File, node: tree.Node, depth: int = 0) -> Value | CallView | None:
    """The convolution or the pool, as a layer or as a function, that made what an expression holds."""
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.Name):  # such as one that a loop goes on with
        given = [one.value for one in reaching_definitions(file.tree, node) if one is not None]
        found = (_last_layer(file, one, depth + 1) for one in given[:_MOST_WAYS] if one is not None)
        return next((one for one in found if one is not None), None)
    if not isinstance(node, tree.Call):
        return None
    module = called_value(CallView(file, node))
    if module.kind == "module":
        last = _last_of(module)
        if last.dotted_name in _SHAPE_KEEPING and node.args:
            return _last_layer(file, node.args[0].value, depth + 1)
        return last if last.dotted_name in _POOLS or last.dotted_name in _CONVOLUTIONS else None
    made = operation_of(file, node)
    if made is None or made.operand is None:
        return None
    if has_column(made.name, "pool", "convolution"):
        return CallView(file, node)
    return _last_layer(file, made.operand, depth + 1) if keeps_shape(made.name) else None


def _last_of(module: Value) -> Value:
    """The last layer of a sequence that does more than to change each number by itself."""
    while isinstance(module.ref, Sequential) and module.ref.parts:
        parts = [part for part in module.ref.parts if part.dotted_name not in _SHAPE_KEEPING]
        module = (parts or module.ref.parts)[-1]
    return module


def _leaves_one(file: File, layer: Value | CallView) -> bool:
    """Whether the code states that a dimension besides the batch has size 1: one channel, or one position."""
    if isinstance(layer, CallView):
        size = layer.argument(1, "output_size") if "adaptive" in layer.callee.text else None
        return size is not None and _is_one(file, size.node)
    if not isinstance(layer.source, tree.Call):
        return False
    name, made = str(layer.ref).rpartition(".")[2], CallView(file, layer.source)
    if not file.holds(made.node):
        return False
    if layer.ref in _CONVOLUTIONS:
        channels = made.argument(1, "out_channels")
        return channels is not None and _is_one(file, channels.node)
    size = made.argument(0, "output_size") if name.startswith("Adaptive") else None
    return size is not None and _is_one(file, size.node)


def _is_one(file: File, size: tree.Expression) -> bool:
    sizes = size.elements if isinstance(size, (tree.Tuple, tree.List)) else [size]
    return all(folded(file, one) == 1 for one in sizes)


def _adds_batch(forward: tree.Node) -> bool:
    """Whether a forward adds a dimension in front: `unsqueeze(0)`, `x[None]`."""
    for node in tree.walk(forward, into_functions=False):
        if isinstance(node, tree.Call) and tree.last_name(node.func) == "unsqueeze":
            if any(_is(argument.value, 0) for argument in node.args):
                return True
        if isinstance(node, tree.Subscript):
            first = node.index.elements[0] if isinstance(node.index, tree.Tuple) else node.index
            if _is(first, None):
                return True
    return False


def _is(node: tree.Node, value: object) -> bool:
    return isinstance(node, tree.Constant) and node.value == value and node.value is not False
