"""How exact PyTorch's floating-point types are."""

from __future__ import annotations

# The logit from which on a sigmoid is rounded to 1; half precision is computed in float32 first.
_SIGMOID_IS_ONE_FROM = {"float16": 8.3, "bfloat16": 6.3, "float32": 16.6, "float64": 36.7}


def sigmoid_is_one_from(dtype: str) -> float:
    """The logit from which on a sigmoid of such a type is 1; of an unknown type that of float32."""
    return _SIGMOID_IS_ONE_FROM.get(dtype.removeprefix("torch."), _SIGMOID_IS_ONE_FROM["float32"])
