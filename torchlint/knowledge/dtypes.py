"""The types of a tensor's numbers: their names in PyTorch and NumPy, how exact they are, and what keeps them."""

from __future__ import annotations

from functools import cache
from typing import Literal

from torchlint.knowledge.operations import POINTWISE, VIEWS, Column, has_column

# The other names that PyTorch has for each type, and those that NumPy has.
_SPELLINGS: dict[str, tuple[str, str]] = {
    "float16": ("half HalfTensor", "half"),
    "bfloat16": ("BFloat16Tensor", ""),
    "float32": ("float FloatTensor", "single"),
    "float64": ("double DoubleTensor", "double float float_"),
    "uint8": ("byte ByteTensor", "ubyte"),
    "int8": ("char CharTensor", "byte"),
    "int16": ("short ShortTensor", "short"),
    "int32": ("int IntTensor", "intc"),
    "int64": ("long LongTensor", "int int_ long longlong"),
    "bool": ("BoolTensor", "bool_"),
}

# What parameters of a floating-point type are trained in: half precision, one of its kinds, or more than that.
PRECISIONS: dict[str, Literal["half", "bfloat16", "other"]] = {
    "float16": "half",
    "bfloat16": "bfloat16",
    "float32": "other",
    "float64": "other",
}

# The logit from which on a sigmoid is rounded to 1; half precision is computed in float32 first.
_SIGMOID_IS_ONE_FROM = {"float16": 8.3, "bfloat16": 6.3, "float32": 16.6, "float64": 36.7}

# The number from which on a type no longer has every whole number.
_COUNTS_TO = {"float16": 2048, "bfloat16": 256}

# What leaves each number as it is.
_MOVED: tuple[Column, ...] = (*VIEWS, "copy", "rearrange", "gather", "repeat", "move", "mark")
# What computes floating-point numbers of the same type from others.
_COMPUTED: tuple[Column, ...] = (
    *POINTWISE,
    *("softmax", "log-softmax", "reduction", "scan", "product", "gate", "create-like"),
)
# What has a type of its own, or gives several tensors of different types.
_OTHERS: tuple[Column, ...] = ("boolean", "integer", "values-and-indices")


@cache
def dtype_named(name: str, package: str = "torch") -> str:
    """The type by the name that a package, "torch" or "numpy", has for it; empty where it is none."""
    if name in _SPELLINGS:
        return name
    place = 1 if package == "numpy" else 0
    return next((dtype for dtype, names in _SPELLINGS.items() if name in names[place].split()), "")


@cache
def dtype_spellings(dtype: str) -> tuple[str, ...]:
    """Every name that PyTorch has for a type: float16, half, HalfTensor."""
    return (dtype, *_SPELLINGS[dtype][0].split())


def is_floating(dtype: str) -> bool:
    """Whether numbers of a type may be fractions."""
    return "float" in dtype


@cache
def keeps_dtype(name: str, dtype: str) -> bool:
    """Whether the result of an operation on a tensor of this type alone has this type, too.

    `exp` of whole numbers is not of whole numbers, and neither does their `sum` have their type.
    """
    if has_column(name, *_OTHERS):
        return False
    return has_column(name, *_MOVED) or (is_floating(dtype) and has_column(name, *_COMPUTED))


def counts_to(dtype: str) -> int | None:
    """The number up to which half precision of some kind has every whole number; None for other types."""
    return _COUNTS_TO.get(dtype)


def sigmoid_is_one_from(dtype: str) -> float:
    """The logit from which on a sigmoid of such a type is 1; of an unknown type that of float32."""
    return _SIGMOID_IS_ONE_FROM.get(dtype.removeprefix("torch."), _SIGMOID_IS_ONE_FROM["float32"])
