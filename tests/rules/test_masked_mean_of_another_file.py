"""token-mean-over-micro-batches, where the loss that a training adds up is a function of another file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

MASKED = """
import torch
from torch.nn import functional as F


def loss(logits, labels, mask):
    losses = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), reduction="none")
    weights = mask.flatten().float()
    losses = torch.where(weights > 0, losses * weights, torch.zeros_like(losses))
    return torch.sum(losses) / torch.sum(weights)
"""

EVEN = """
from torch.nn import functional as F


def loss(logits, labels, mask):
    print((labels * mask).sum() / mask.sum())
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten())
"""

TRAINS = """
import torch
from torch import nn
from masked import loss

model = nn.Linear(4, 8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def train(batches, steps, passes):
    for _ in range(steps):
        optimizer.zero_grad()
        for _ in range(passes):
            rows, labels, mask = next(batches)
            loss(model(rows), labels, mask).backward()
        for parameter in model.parameters():
            parameter.grad.div_(passes)
        optimizer.step()
"""


@pytest.mark.parametrize(("losses", "is_found"), [(MASKED, True), (EVEN, False)], ids=["masked", "even"])
def test_it_is_found_where_it_is_called(tmp_path: Path, pack: dict[str, Rule], losses: str, is_found: bool) -> None:
    trains = tmp_path / "train.py"
    trains.write_text(TRAINS, encoding="utf-8")
    (tmp_path / "masked.py").write_text(losses, encoding="utf-8")
    assert bool(said(trains, (pack["token-mean-over-micro-batches"],), project_files(tmp_path))) is is_found
