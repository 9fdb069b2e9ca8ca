"""The numbers of the user's arrays and tensors side by side: as NumPy has them, and no more than are cheap."""

from __future__ import annotations

from typing import Any

from . import readable

MOST_NUMBERS = readable.MOST_NUMBERS


def flat(value: Any) -> Any:
    """The first numbers of a NumPy array, or of a tensor in the CPU's memory, in one row; None of anything else."""
    if is_array(value):
        return value.flat[:MOST_NUMBERS]
    found = readable.numbers(value)
    return found.numpy() if found is not None and found.device.type == "cpu" else None


def is_array(value: Any) -> bool:
    """Whether a value is an array of numbers of NumPy's own, and no subclass of the user's or a library's."""
    kind = type(value)
    is_one = kind.__module__ == "numpy" and kind.__name__ == "ndarray"
    return is_one and value.dtype.kind in "biuf"


def type_of(value: Any) -> str:
    """The type of the numbers: `uint8` of an array or a tensor."""
    return str(getattr(value, "dtype", "")).replace("torch.", "")


def shape_of(value: Any) -> tuple[int, ...]:
    return tuple(getattr(value, "shape", ()))
