"""Calls of loss classes, and what they are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.domain.values import YES
from torchlint.knowledge.torch_api import losses

if TYPE_CHECKING:
    from torchlint.queries import CallView, ExpressionView, File


def made_losses(file: File) -> Iterator[CallView]:
    """Every call of a class of PyTorch's losses, in source order."""
    names = [name for name in losses() if name.rpartition(".")[2][:1].isupper()]
    return file.named_calls(*names)


def is_for_a_loss(given: ExpressionView) -> bool:
    """Whether this is what a model gave, part of a batch, or a tensor with a graph: no setting of a loss."""
    value = given.value
    came_out = value.is_tensor and (value.grad == YES or any(origin.what == "forward" for origin in value.origins))
    return came_out or value.kind == "batch"
