"""What becomes of an nll_loss that is given no log-probabilities, and where nothing is changed."""

from __future__ import annotations

import ast

import pytest

from torchlint.files.source import Source
from torchlint.fixing import fix
from torchlint.pack import builtin_rules

RULE = builtin_rules()["nll-without-log-softmax"]
PROGRAM = """import torch
import torch.nn.functional as F
from torch import nn

head, softmax, loss = nn.Linear(8, 4), nn.Softmax(dim=1), nn.NLLLoss()


def step(x, y):
    {}
"""


def fixed(line: str, *, unsafe: bool = True) -> str:
    result = fix(Source("a.py", PROGRAM.format(line)), (RULE,), unsafe=unsafe, fixable=lambda _: True)
    assert not result.rolled_back
    ast.parse(result.checked.source.text)
    return result.checked.source.text.split("def step(x, y):\n    ")[1].rstrip()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return F.nll_loss(head(x), y, ignore_index=0)", "return F.cross_entropy(head(x), y, ignore_index=0)"),
        ("return F.nll_loss(F.softmax(x, dim=1), y)", "return F.nll_loss(F.log_softmax(x, dim=1), y)"),
        ("return loss(head(x).softmax(1), y)", "return loss(head(x).log_softmax(1), y)"),
        ("return loss(nn.Softmax(dim=1)(x), y)", "return loss(nn.LogSoftmax(dim=1)(x), y)"),
    ],
)
def test_the_unsafe_fix(before: str, after: str) -> None:
    assert fixed(before, unsafe=False) == before
    assert fixed(before) == after


@pytest.mark.parametrize(
    "line",
    [
        "return loss(head(x), y)",
        "return loss(softmax(x), y)",
        "return F.nll_loss(torch.sigmoid(x), y)",
        "p = F.softmax(x, dim=1); return F.nll_loss(p, y), p",
    ],
)
def test_what_is_found_and_left_to_the_user(line: str) -> None:
    result = fix(Source("a.py", PROGRAM.format(line)), (RULE,), unsafe=True, fixable=lambda _: True)
    assert [finding.fix for finding in result.checked.findings] == [None]
