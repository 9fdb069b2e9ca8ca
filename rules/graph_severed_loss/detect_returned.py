"""Losses without a graph that a framework gets back from a method, and differentiates: Lightning's `training_step`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import YES
from torchlint.queries import View
from torchlint.syntax import tree

from .detect import CutTensor, is_of_numbers

if TYPE_CHECKING:
    from torchlint.queries import File

_LOSS = "loss"  # under which frameworks look for a loss in a dict


@dataclass(frozen=True)
class ReturnedLoss(CutTensor):
    """A tensor without a graph of its own that is returned as a loss."""

    returned: View


def returned_losses(file: File) -> Iterator[ReturnedLoss]:
    """Each tensor made anew of a model's numbers that such a method returns as its loss, in source order."""
    found: dict[tree.Node, ReturnedLoss] = {}
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start) if file.facts.leaves else ():
        for name, function in cls.methods.items():
            step = cls.callback(name)
            if step is None or not step.differentiates or _does_itself(cls, step.unless):
                continue  # nothing differentiates what it returns
            for node in file.tree.own(function.node, tree.Return):
                for loss in _losses(file, node.value) if node.value is not None else ():
                    leaf = _leaf(file, loss, function.node)
                    if leaf is not None:
                        found.setdefault(leaf, ReturnedLoss(file, leaf, View(file, node)))
    yield from sorted(found.values(), key=lambda loss: loss.node.start)


def _does_itself(cls: Class, unless: str) -> bool:
    return bool(unless and (cls.method(unless) or cls.attribute(unless)))


def _losses(file: File, returned: tree.Expression) -> list[tree.Node]:
    """What may be the loss: `(loss, outputs) if return_outputs else loss`, `{"loss": loss}`."""
    if isinstance(returned, tree.Conditional):
        return [*_losses(file, returned.body), *_losses(file, returned.orelse)]
    if isinstance(returned, tree.Tuple):
        return _losses(file, returned.elements[0]) if returned.elements else []
    if isinstance(returned, tree.Dict):
        keys = (key.value if isinstance(key, tree.Constant) else None for key in returned.keys)
        return [value for key, value in zip(keys, returned.values) if key == _LOSS]
    return [returned]


def _leaf(file: File, loss: tree.Node, function: tree.Node) -> tree.Call | None:
    """Where a loss with no more behind it than numbers was made, in the method itself."""
    value = file.value(loss).value
    if value.kind != "tensor" or value.grad != YES or value.assumed:
        return None
    origins = all_origins(value)
    leaves = [origin for origin in origins if origin.what == "leaf"]
    if len(leaves) != 1 or not isinstance(leaf := leaves[0].node, tree.Call) or not file.is_within(leaf, function):
        return None
    if {one for one in origins if one.what in ("forward", "use")} - file.facts.leaves.get(leaves[0], frozenset()):
        return None  # it has a graph beside that
    made = resolved_expression(file.tree, loss)
    return leaf if made is leaf and is_of_numbers(file, leaf) else None
