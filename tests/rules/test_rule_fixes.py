"""Fixes of the built-in rules where the way a file is written could lead them astray."""

from __future__ import annotations

import ast

import pytest

from torchlint.files.source import Source
from torchlint.fixing import fix
from torchlint.pack import builtin_rules

RULES = tuple(builtin_rules().values())


def fixed(text: str) -> str:
    """The text after all fixes, unsafe ones too; what comes out must be Python."""
    result = fix(Source("a.py", text), RULES, unsafe=True, fixable=lambda _: True)
    assert not result.rolled_back
    ast.parse(result.checked.source.text)
    return result.checked.source.text


ALIAS = """import torch
from torch.nn.functional import binary_cross_entropy as bce


def loss(z, y):
    return bce(torch.sigmoid(z), y)
"""
ALIAS_FIXED = ALIAS.replace("bce(torch.sigmoid(z)", "torch.nn.functional.binary_cross_entropy_with_logits(z")

WITHOUT_F = """import torch


def loss(z):
    return -torch.log(torch.sigmoid(z)).mean()
"""
WITHOUT_F_FIXED = WITHOUT_F.replace("torch.log(torch.sigmoid(z))", "torch.nn.functional.logsigmoid(z)")

SEVERAL_LINES = """import torch
import torch.nn.functional as F


def loss(z, y):
    return F.cross_entropy(torch.softmax(
        z * 2  # sharper
        + 1,
        dim=1), y)
"""
SEVERAL_LINES_FIXED = """import torch
import torch.nn.functional as F


def loss(z, y):
    return F.cross_entropy((z * 2  # sharper
        + 1), y)
"""

ANOTHER_BASE = WITHOUT_F.replace("torch.log(", "torch.log2(")

COROUTINE = """from torch import nn

model = nn.Linear(2, 2)


async def score(batch):
    model.eval()
    out = model(batch)
    print(out.argmax(1))
"""

SHADOWED = """import torch.nn.functional as F
from torch import log, sigmoid


def loss(z, torch, F):
    return log(sigmoid(z)).mean()
"""

TWICE = """import torch
import torch.nn.functional as F


def loss(z, y):
    return F.cross_entropy(F.softmax(F.softmax(z, 1), 1), y)
"""

NAMESPACE = """import torch.nn.functional as F


def loss(ops, z, y):
    return F.cross_entropy(ops.softmax(z, 1), y)
"""

MAYBE_NONE = """from torch import nn

model = nn.Linear(2, 2)


def train(batches):
    losses, loss = [], None
    for batch, wanted in batches:
        if wanted:
            loss = model(batch).mean()
            loss.backward()
        losses.append(loss)
    print(losses)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [(ALIAS, ALIAS_FIXED), (WITHOUT_F, WITHOUT_F_FIXED), (SEVERAL_LINES, SEVERAL_LINES_FIXED)],
    ids=["an alias keeps its meaning", "without F", "over several lines"],
)
def test_what_is_written(text: str, expected: str) -> None:
    assert fixed(text) == expected


@pytest.mark.parametrize(
    "text",
    [ANOTHER_BASE, COROUTINE, SHADOWED],
    ids=["another base", "a coroutine", "torch and F are parameters"],
)
def test_what_has_no_fix(text: str) -> None:
    result = fix(Source("a.py", text), RULES, unsafe=True, fixable=lambda _: True)
    assert result.checked.findings
    assert not result.rolled_back
    assert result.checked.source.text == text


def test_a_softmax_in_a_softmax_goes_from_the_inside() -> None:
    assert "F.softmax" in fixed(TWICE)


def test_a_namespace_is_no_tensor() -> None:
    assert fixed(NAMESPACE) == NAMESPACE


def test_what_may_be_none_is_not_detached_safely() -> None:
    result = fix(Source("a.py", MAYBE_NONE), RULES, unsafe=False, fixable=lambda _: True)
    assert [f.rule for f in result.checked.findings] == ["list-accumulates-graph"]
    assert result.checked.source.text == MAYBE_NONE


HOOKED = """import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)
        self.last = LAST

    def forward(self, x):
        h = self.first(x)
        CHANGE
        return self.last(h)


net = Net()
net.first.register_backward_hook(print)
net(torch.rand(4, 8)).sum().backward()
"""


@pytest.mark.parametrize("last", ["nn.ReLU()", "nn.ReLU(inplace=False)", "nn.Linear(8, 1)", "nn.Sequential(nn.Tanh())"])
@pytest.mark.parametrize("change", ["pass", "h = h + x", "h = F.relu(h)"])
def test_a_backward_hook_is_renamed_where_nothing_works_in_place(last: str, change: str) -> None:
    text = HOOKED.replace("LAST", last).replace("CHANGE", change)
    assert fixed(text) == text.replace("register_backward_hook", "register_full_backward_hook")


@pytest.mark.parametrize(
    ("last", "change"),
    [
        ("nn.ReLU(inplace=True)", "pass"),
        ("nn.ReLU(True)", "pass"),
        ("nn.Sequential(nn.LeakyReLU(0.1, True))", "pass"),
        ("unseen.head()", "pass"),
        ("nn.ReLU()", "h += x"),
        ("nn.ReLU()", "h[:, 0] = 0"),
        ("nn.ReLU()", "h.relu_()"),
        ("nn.ReLU()", "h = F.relu(h, inplace=True)"),
        ("nn.ReLU()", "F.relu_(h)"),
    ],
)
def test_a_full_backward_hook_would_raise_where_something_works_in_place(last: str, change: str) -> None:
    text = HOOKED.replace("LAST", last).replace("CHANGE", change)
    assert fixed(text) == text


def test_a_backward_hook_on_a_module_that_is_not_seen_stays() -> None:
    text = "def look(model):\n    model.layer4.register_backward_hook(print)  # torch\n"
    assert fixed(text) == text
