"""What is known of an expression's type and shape: whatever is claimed here is what PyTorch gives."""

from __future__ import annotations

from functools import cache

import pytest

from torchlint.queries import File
from torchlint.queries.data.image_arrays import is_image_of_bytes
from torchlint.queries.gradients import has_one_last, rank_of
from torchlint.queries.gradients.dtypes import dtype_of
from torchlint.syntax import tree

PROGRAM = """import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

layer = nn.Linear(3, 1)
half = torch.rand(5, 6).half()
double = torch.rand(5, 6, dtype=torch.float64)
byte = torch.ones(5, 6).byte()
row = torch.rand(6)
rows = torch.rand(5, 6)
out = layer(torch.rand(5, 3))
image = cv2.imread("cat.jpg")
"""
DTYPES: list[tuple[str, str]] = [
    ("half.swapaxes(0, 1).ravel()", "float16"),
    ("torch.cumsum(half, 0)", "float16"),
    ("half.softmax(-1).masked_fill(half > 0, 1.0)", "float16"),
    ("half.mul(2).add_(unknown)", "float16"),
    ("half.mul(unknown)", ""),
    ("half.mul(double)", ""),
    ("half > 0", "bool"),
    ("half.isnan()", "bool"),
    ("half.eq_(1)", "float16"),
    ("half.float_power(2)", "float64"),
    ("byte.all()", ""),
    ("half.argmax()", ""),
    ("half.max(1)[1]", ""),
    ("half.type_as(double)", "float64"),
    ("half.to(double)", "float64"),
    ('half.to("cuda").pin_memory().requires_grad_()', "float16"),
    ("half.view(torch.int16)", "int16"),
    ('rows.type("torch.HalfTensor")', "float16"),
    ("torch.where(half > 0, half, half)", ""),
    ("byte.flip(0).clone()", "uint8"),
    ("byte * 2", "uint8"),
    ("byte * 0.5", ""),
    ("byte / 2", ""),
    ("byte.exp()", ""),
    ("byte.sum()", ""),
    ("np.uint8(image)", "uint8"),
    ("image.astype(np.byte)", "int8"),
    ('image.astype("float")', "float64"),
    ("layer.half().eval()", "float16"),
    ("byte.float()", "float32"),
]
RANKS: list[tuple[str, int | None]] = [
    ("row.sinh().tril()", 1),
    ("rows.swapaxes(0, 1).mT", None),
    ("rows.swapaxes(0, 1)", 2),
    ("rows.cumsum(0)", 2),
    ("row.mul(rows)", 2),
    ("row.mul(unknown)", None),
    ("row.mul_(unknown)", 1),
    ("row.eq(2)", 1),
    ("torch.isin(row, rows)", 1),
    ("torch.where(row > 0, row, rows)", None),
    ("torch.where(row.gt(0), row, rows)", 2),
    ("rows.norm(2)", 0),
    ("rows.norm(2, dim=1)", 1),
    ("rows.std(1)", 1),
    ("rows.amax(dim=1)", 1),
    ("rows.max()", 0),
    ("rows.max(1)", None),
    ("rows.aminmax()", None),
    ("rows.quantile(unknown)", None),
    ("rows.sum(1, keepdim=True)", None),
    ("rows.flatten()", 1),
    ("torch.hann_window(8)", 1),
    ("row.expand(5, 6)", 2),
    ("torch.zeros(2, *unknown)", None),
    ("out.squeeze(1)", 1),
    ("out.squeeze(0)", None),
]
ONES: list[tuple[str, bool]] = [
    ("F.logsigmoid(out).data", True),
    ("torch.sinh(out).pin_memory()", True),
    ("out.mul(2)", True),
    ("out.mul(rows)", False),
    ("out.mul(layer(rows))", True),
    ("nn.Sequential(nn.Linear(3, 1), nn.Softplus(), nn.Dropout(0.1))(rows)", True),
    ("nn.Sequential(nn.Linear(3, 1), nn.Flatten(0))(rows)", False),
    ("out.transpose(0, 1)", False),
    ("out.T", False),
    ("F.glu(out)", False),
]
BYTES: list[tuple[str, bool]] = [
    ("image.swapaxes(0, 1).ravel()", True),
    ("image.copy()", True),
    ("torch.from_numpy(image)", False),
    ("image.exp()", False),
    ("image.view(np.int8)", False),
    ('image.to("cuda")', True),
    ("image.to(kind)", False),
]


@cache
def program() -> File:
    """The file with all of the expressions, one a line."""
    codes = [code for code, _ in (*DTYPES, *RANKS, *ONES, *BYTES)]
    return File("a.py", PROGRAM + "".join(f"{code}\n" for code in codes))


def expression(code: str) -> tuple[File, tree.Node]:
    file = program()
    return file, next(s.value for s in file.tree.all(tree.ExpressionStatement) if file.tree.text_of(s.value) == code)


@pytest.mark.parametrize(("code", "dtype"), DTYPES)
def test_dtypes(code: str, dtype: str) -> None:
    assert dtype_of(*expression(code)) == dtype


@pytest.mark.parametrize(("code", "rank"), RANKS)
def test_ranks(code: str, rank: int | None) -> None:
    assert rank_of(*expression(code)) == rank


@pytest.mark.parametrize(("code", "is_one"), ONES)
def test_one_number_last(code: str, *, is_one: bool) -> None:
    assert has_one_last(*expression(code)) is is_one


@pytest.mark.parametrize(("code", "is_bytes"), BYTES)
def test_images_of_bytes(code: str, *, is_bytes: bool) -> None:
    assert is_image_of_bytes(*expression(code)) is is_bytes
