"""The numbers of the user's tensors, to be looked at aside: without their graphs, and no more than are cheap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import ref

from . import torch_state

HALF = ("torch.float16", "torch.bfloat16")  # of which two or three digits are right
MOST_NUMBERS = 1 << 18  # of one tensor; the first ones


def is_ordinary(value: Any) -> bool:
    """Whether a value is a tensor whose operations are PyTorch's own, and not the user's or a library's code."""
    if not torch_state.is_tensor(value):
        return False
    if type(value) is torch_state.torch.Tensor:
        return True
    return type(value).__torch_dispatch__ is torch_state.torch.Tensor.__torch_dispatch__


def plain(value: Any) -> Any:
    """A tensor without its graph; None for what is none, or has no numbers in memory that can be read as they are."""
    if not is_ordinary(value):
        return None
    detached = torch_state.torch.Tensor.detach(value)
    is_dense = detached.layout is torch_state.torch.strided and not detached.is_nested
    return None if not is_dense or detached.is_meta or detached.is_quantized or detached.is_complex() else detached


def numbers(value: Any) -> Any:
    """The first numbers of a tensor in one row, or None."""
    detached = plain(value)
    if detached is None:
        return None
    return _first(detached, detached.dim()).reshape(-1)[:MOST_NUMBERS]


def rows(value: Any) -> Any:
    """The first rows of what a loss over classes is given, one class per column, in double precision; or None.

    The classes are in the second dimension, or in the only one.
    """
    detached = plain(value)
    if detached is None or not detached.dim() or not detached.is_floating_point():
        return None
    if detached.dim() > 1:
        detached = _first(detached.movedim(1, -1), detached.dim() - 1)
    several = detached.reshape(-1, detached.shape[-1]) if detached.numel() else detached.new_zeros(0, 1)
    return several[: max(1, MOST_NUMBERS // several.shape[-1])].double()


def _first(detached: Any, dimensions: int) -> Any:
    """About as many numbers as are looked at, cut from the leading dimensions: the first ones in the order of rows."""
    for dimension in range(dimensions):
        if detached.numel() > MOST_NUMBERS:
            size = detached.shape[dimension]
            detached = detached.narrow(dimension, 0, max(1, MOST_NUMBERS * size // detached.numel()))
    return detached


def weakly(value: Any) -> Callable[[], Any]:
    """What gives a value back as long as the user's program keeps it; None for what can't be held like that."""
    try:
        return ref(value)
    except TypeError:
        return lambda: None
