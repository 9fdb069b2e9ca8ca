"""Losses that are given the targets first and the model's output second."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.domain.values import NO
from torchlint.finding import Edit
from torchlint.queries import losses

if TYPE_CHECKING:
    from torchlint.queries import ExpressionView, File

# What losses want that are another number when both arguments change places.
_ONE_SIDED = ("probabilities", "logits", "class-logits")


def swapped_losses(file: File) -> Iterator[losses.LossView]:
    """Calls of one-sided losses whose second argument carries a graph, and whose first is data, by kind of loss."""
    for wants in _ONE_SIDED:
        for loss in losses.losses(file, wants):
            given, target = loss.operand, loss.target
            if given is not None and target is not None and _is_data(given) and _is_output(target):
                yield loss


def _is_data(given: ExpressionView) -> bool:
    """Whether it is a batch's part, or a tensor that certainly has no graph."""
    value = given.value
    return value.kind == "batch" or (value.is_tensor and value.grad == NO and not value.assumed)


def _is_output(target: ExpressionView) -> bool:
    return target.carries_grad and target.is_sure


def swapping(loss: losses.LossView) -> tuple[Edit, ...]:
    """The edits that change the places of both arguments."""
    given, target = loss.operand, loss.target
    if given is None or target is None:
        return ()
    return given.put(target.code) + target.put(given.code)
