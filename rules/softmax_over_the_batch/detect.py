"""Softmaxes along the first dimension of what a classifier gives, which is the batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import resolved_expression, uses
from torchlint.domain.values import LAYER, Sequential
from torchlint.finding import Edit
from torchlint.knowledge.call_names import COMBINES_ROWS
from torchlint.knowledge.operations import spellings
from torchlint.queries import CallView, ExpressionView, losses, testing
from torchlint.queries.gradients import agreed, called_value, folded, has_one_last, least_rank_of, without_methods
from torchlint.queries.modules import method_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_FUNCTIONS = spellings("softmax", "log_softmax")
_LAYERS = ("torch.nn.Softmax", "torch.nn.LogSoftmax")
_SIZED = frozenset(("torch.nn.Linear", "torch.nn.LazyLinear"))


@dataclass(frozen=True, slots=True, eq=False)
class BatchSoftmax(CallView):
    """A softmax, or the making of one as a layer, with `dim=0`."""

    scores: ExpressionView | None  # what goes in; None for the last layer of a Sequential
    given_dim: ExpressionView  # the 0
    is_of_batches: bool  # whether what goes in surely has a dimension for its rows
    dim_of_classes: int = -1  # the dimension to go along instead

    @property
    def along_the_classes(self) -> tuple[Edit, ...]:
        """The edit that goes along the classes instead."""
        return self.given_dim.put(str(self.dim_of_classes)) if self.file.holds(self.given_dim.node) else ()


def batch_softmaxes(file: File) -> Iterator[BatchSoftmax]:
    """Softmaxes along the first dimension of what a classifier gives, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for node in file.tree.all(tree.Call):
        call = CallView(file, node)
        scores, dim = _scores_and_dim(call)
        along = folded(file, dim.node) if dim is not None else None
        turned = _turned(scores, along) if scores is not None and along is not None else None
        if dim is not None and turned is not None:
            if turned.dim == 0 and _is_of_classes(turned.scores) and _is_classified(call):
                yield BatchSoftmax(file, node, scores, dim, is_of_batches=True, dim_of_classes=turned.classes)
            continue
        if dim is None or along != 0:
            continue
        if scores is None:
            yield from _last_layers(call, dim)
        elif _is_of_classes(scores):
            has_rows = _has_rows(call, scores)
            if _is_returned(call) or _is_classified(call) or (has_rows and _is_used_by_row(call)):
                yield BatchSoftmax(file, node, scores, dim, is_of_batches=has_rows)


class _Turned(NamedTuple):
    """What a tensor is before its dimensions change places."""

    scores: ExpressionView
    dim: int  # which of its dimensions the softmax goes along
    classes: int  # where its last dimension is afterwards


def _turned(scores: ExpressionView, along: float) -> _Turned | None:
    """What `x.T`, `x.t()`, `x.permute(1, 2, 0)` or `x.transpose(0, 1)` turns; None for anything else."""
    file, node = scores.file, resolved_expression(scores.file.tree, scores.node)
    if isinstance(node, tree.Attribute) and node.attr == "T":
        return _Turned(ExpressionView(file, node.value), 0, 0) if along in (1, -1) else None
    call = CallView(file, node) if isinstance(node, tree.Call) else None
    if call is None or call.operand is None or call.has_stars:
        return None
    given = [folded(file, a.value) for a in call.node.args if a.value is not call.operand.node]
    places = [int(place) for place in given if place is not None and float(place).is_integer()]
    if len(places) < len(given):
        return None
    if call.method == "t":
        return _Turned(call.operand, 0, 0) if along in (1, -1) and not places else None
    if call.method == "permute" and len(places) > 1 and sorted(places) == list(range(len(places))):
        if -len(places) <= along < len(places):
            return _Turned(call.operand, places[int(along)], places.index(len(places) - 1))
    if call.method == "transpose" and sorted(places) == [0, 1]:
        classes = -1 if least_rank_of(file, call.operand.node) > 2 else 0
        return _Turned(call.operand, 1 - int(along), classes) if along in (0, 1) else None
    return None


def _scores_and_dim(call: CallView) -> tuple[ExpressionView | None, ExpressionView | None]:
    """What a softmax works on, and the dimension along which it goes; no scores where it is made as a layer."""
    if not call.names.isdisjoint(_FUNCTIONS):
        return call.operand, call.argument(0 if call.is_tensor_method else 1, "dim")
    layer = called_value(call)
    if layer.kind == "module" and layer.ref in _LAYERS and isinstance(layer.source, tree.Call):
        return call.argument(0, "input"), CallView(call.file, layer.source).argument(0, "dim")
    return None, call.argument(0, "dim") if call.file.names.spelled_out(call.node.func) in _LAYERS else None


def _is_of_classes(scores: ExpressionView) -> bool:
    """Whether it is what a layer gives, as it is, with more than one number for each row."""
    return bool(_gives_classes(scores, {}))


def _gives_classes(scores: ExpressionView, known: dict[tree.Node, bool | None]) -> bool | None:
    """The same, also where another function has called the layer."""
    file, node = scores.file, without_methods(scores.file, scores.node, "detach", "move", "cast-float")
    if isinstance(node, tree.Call):
        call = CallView(file, node)
        is_layer = called_value(call).kind == "module" or "torch.nn.functional.linear" in call.names
        if is_layer and call.value.made_by == LAYER:
            return not has_one_last(file, node)
    if isinstance(node, tree.BinaryOp) and node.op == "/":
        return _gives_classes(ExpressionView(file, node.left), known)  # by a temperature
    return agreed(ExpressionView(file, node), lambda one: _gives_classes(one, known), known)


def _is_returned(call: CallView) -> bool:
    """Whether it is what a module's forward returns."""
    return any(resolved_expression(call.file.tree, value) is call.node for value in _returned_by_forward(call))


def _returned_by_forward(call: CallView) -> Iterator[tree.Expression]:
    method = method_around(call.file, call.node)
    function = call.function
    if method is not None and function is not None and function.name == "forward":
        yield from (node.value for node in call.file.tree.own(function.node, tree.Return) if node.value is not None)


def _is_used_by_row(call: CallView) -> bool:
    """Whether a forward returns it among others, or a class is drawn for each row; a single row has no such batch.

    Weights of the rows, which a forward sums up, are mostly returned as well.
    """
    if any(_is_computed_with(call.file, place) for place in _places(call)):
        return False
    together = (value.elements for value in _returned_by_forward(call) if isinstance(value, tree.Tuple))
    if any(resolved_expression(call.file.tree, part) is call.node for parts in together for part in parts):
        return True
    return any(_draws(call.file, place) for place in _places(call))


def _is_computed_with(file: File, place: tree.Node) -> bool:
    """Whether it is turned, summed up or multiplied: `weights.t() @ rows`, `torch.mm(weights.t(), rows)`."""
    above = file.tree.parents.get(place)
    if isinstance(above, tree.Attribute):
        return above.attr in COMBINES_ROWS
    outer = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    return isinstance(above, tree.BinaryOp) or (
        isinstance(outer, tree.Call) and tree.last_name(outer.func) in COMBINES_ROWS
    )


def _draws(file: File, place: tree.Node) -> bool:
    above = file.tree.parents.get(place)
    outer = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    return isinstance(outer, tree.Call) and tree.last_name(outer.func) in ("Categorical", "multinomial")


def _places(call: CallView) -> list[tree.Node]:
    """Where the result is read."""
    above = call.file.tree.parents.get(call.node)
    if isinstance(above, tree.Assign) and isinstance(above.targets[0], tree.Name):
        return [*uses(call.file.tree, above.targets[0])]
    return [call.node]


def _is_classified(call: CallView) -> bool:
    """Whether the largest number of each row is asked for, or a loss takes the same scores for those of classes."""
    file = call.file
    if any(_takes_largest_of_rows(file, place) for place in _places(call)):
        return True
    origins = call.operand.value.origins if call.operand is not None else frozenset()
    models = {fact.model.source for fact in file.facts.forwards if fact.origin in origins}
    given = [loss.operand.value.origins for loss in losses.losses(file, "class-logits") if loss.operand is not None]
    trained = {fact.model.source for fact in file.facts.forwards if any(fact.origin in one for one in given)}
    return bool((models & trained) - {None})


def _takes_largest_of_rows(file: File, place: tree.Node) -> bool:
    return _largest_along(file, place) in (1, -1)


def _largest_along(file: File, place: tree.Node) -> float | None:
    """Along which dimension the largest numbers of a tensor are asked for: by `topk`, the last one if none is given."""
    above = file.tree.parents.get(place)
    outer = file.tree.parents.get(above) if above is not None else None
    asked = CallView(file, outer) if isinstance(outer, tree.Call) else None
    if asked is None or asked.operand is None or asked.operand.node is not place:
        return None
    name, at = tree.last_name(asked.node.func), 0 if asked.is_tensor_method else 1
    if name not in ("argmax", "max", "topk"):
        return None
    dim = asked.argument(at + (name == "topk"), "dim")
    if dim is None:
        return -1 if name == "topk" else None
    return folded(file, dim.node)


def _has_rows(call: CallView, scores: ExpressionView) -> bool:
    """Whether what goes in surely has one dimension more than a single row."""
    file = call.file
    if least_rank_of(file, scores.node) >= 2 or _largest_along(file, call.node) == 1:
        return True  # a single row has no dimension 1
    method = method_around(file, call.node)
    return method is not None and method.is_given_batches(file)


def _last_layers(call: CallView, dim: ExpressionView) -> Iterator[BatchSoftmax]:
    """A softmax that is made as the last layer of a Sequential, behind a linear layer with several outputs."""
    file = call.file
    above = file.tree.parents.get(call.node)
    outer = file.tree.parents.get(above) if above is not None else None
    value = file.value(outer).value if isinstance(outer, tree.Call) else None
    if value is None or not isinstance(outer, tree.Call) or not isinstance(value.ref, Sequential):
        return
    parts = value.ref.parts
    if len(parts) < 2 or parts[-1].source is not call.node or parts[-2].dotted_name not in _SIZED:
        return
    before = parts[-2].source
    outputs = CallView(file, before).argument(1, "out_features") if isinstance(before, tree.Call) else None
    if outputs is None or folded(file, outputs.node) == 1:
        return
    given = [fact.given[:1] for fact in file.facts.forwards if fact.model.source is outer]
    is_of_batches = any(one.kind == "batch" for first in given for one in first)
    yield BatchSoftmax(file, call.node, None, dim, is_of_batches=is_of_batches)
