"""Softmaxes, and losses that apply one, over a dimension of size 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from torchlint.domain.values import Value
from torchlint.knowledge.operations import spellings
from torchlint.queries import CallView, ExpressionView, losses, modules, testing
from torchlint.queries.gradients import called_value, folded, has_one_last, least_rank_of, rank_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_FUNCTIONS = spellings("softmax", "log_softmax")
_LAYERS = ("torch.nn.Softmax", "torch.nn.LogSoftmax")


@dataclass(frozen=True, slots=True, eq=False)
class OneClass:
    """A call that normalises over a single class."""

    call: CallView
    scores: ExpressionView
    is_loss: bool

    @property
    def advice(self) -> str:
        """What to write instead."""
        if self.is_loss:
            return "use `binary_cross_entropy_with_logits`"
        return "use `sigmoid`"


def losses_of_one_class(file: File) -> Iterator[OneClass]:
    """Cross entropies and softmaxes over a dimension of size 1, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    found = [one for loss in losses.losses(file, "class-logits") if (one := _loss(loss)) is not None]
    found += [one for node in file.tree.all(tree.Call) if (one := _softmax(CallView(file, node))) is not None]
    found += [one for parts in modules.sequentials(file) for one in _in_sequence(file, parts)]
    yield from sorted(found, key=lambda one: one.call.node.start)


def _in_sequence(file: File, parts: tuple[Value, ...]) -> Iterator[OneClass]:
    """Softmaxes of a Sequential over the last dimension, directly after a linear layer with one output."""
    for position, (first, second) in enumerate(pairwise(parts)):
        linear, softmax = first.source, second.source
        if first.ref != "torch.nn.Linear" or second.dotted_name not in _LAYERS or not isinstance(linear, tree.Call):
            continue
        if not isinstance(softmax, tree.Call) or not file.holds(softmax) or not file.holds(linear):
            continue
        outputs, dim = CallView(file, linear).argument(1, "out_features"), CallView(file, softmax).argument(0, "dim")
        if outputs is None or dim is None or folded(file, outputs.node) != 1:
            continue
        is_flat = any(part.ref == "torch.nn.Flatten" for part in parts[:position])
        if folded(file, dim.node) in ((-1, 1) if is_flat else (-1,)):  # dimension 1 may be that of time
            yield OneClass(CallView(file, softmax), ExpressionView(file, linear), is_loss=False)


def _loss(loss: losses.LossView) -> OneClass | None:
    """A cross entropy of scores of shape (N, 1); where there are more dimensions, the classes are in the second one."""
    scores = loss.operand
    if scores is None or not loss.name.lower().replace("_", "").startswith("crossentropy"):
        return None
    if not has_one_last(loss.file, scores.node, rows=True) or least_rank_of(loss.file, scores.node) > 2:
        return None
    return OneClass(loss, scores, is_loss=True)


def _softmax(call: CallView) -> OneClass | None:
    """A softmax along the last dimension, where that has size 1."""
    file = call.file
    if not call.names.isdisjoint(_FUNCTIONS):
        scores, dim = call.operand, call.argument(0 if call.is_tensor_method else 1, "dim")
    else:
        layer = called_value(call)
        if layer.kind != "module" or layer.ref not in _LAYERS or not isinstance(layer.source, tree.Call):
            return None
        scores, dim = call.argument(0, "input"), CallView(file, layer.source).argument(0, "dim")
    if scores is None or dim is None or not has_one_last(file, scores.node):
        return None
    rank = rank_of(file, scores.node)
    is_last = folded(file, dim.node) == -1 or (rank is not None and folded(file, dim.node) == rank - 1)
    return OneClass(call, scores, is_loss=False) if is_last else None
