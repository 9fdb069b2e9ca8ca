"""The names of types are PyTorch's own, and an operation keeps a type only where it makes no other one."""

from __future__ import annotations

import pytest

from torchlint.knowledge import torch_api
from torchlint.knowledge.dtypes import dtype_named, dtype_spellings, keeps_dtype


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64", "uint8", "int8", "int64", "bool"])
def test_each_spelling_is_pytorchs_and_means_its_type(dtype: str) -> None:
    for name in dtype_spellings(dtype):
        assert torch_api.fact(f"torch.{name}") or torch_api.method(name)
        assert dtype_named(name) == dtype


def test_numpy_has_other_types_by_the_same_names() -> None:
    assert [dtype_named(name) for name in ("byte", "float", "int")] == ["uint8", "float32", "int32"]
    assert [dtype_named(name, "numpy") for name in ("byte", "float", "int")] == ["int8", "float64", "int64"]
    assert dtype_named("HalfTensor", "numpy") == ""


def test_what_keeps_a_type() -> None:
    assert all(keeps_dtype(name, "float16") for name in ("swapdims", "relu_", "cumsum", "matmul", "zeros_like"))
    assert not any(keeps_dtype(name, "float16") for name in ("isnan", "argmax", "sort", "any", "float"))
    assert keeps_dtype("flip", "uint8")
    assert not keeps_dtype("exp", "uint8")
