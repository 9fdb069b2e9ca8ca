"""Batches that one file skips, and whose model another file shares between ranks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.flow.test_corpus import project_files, said

if TYPE_CHECKING:
    from torchlint.rule import Rule

STEPS = """import torch


def train(model, loader, optimizer):
    for x, y in loader:
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def train_carefully(model, loader, optimizer):
    for x, y in loader:
        loss = torch.nn.functional.mse_loss(model(x), y)
        if torch.isnan(loss):
            continue
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
"""
TRAINS = """import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from steps import train


def main(rank, loader):
    model = {model}
    train(model, loader, torch.optim.SGD(model.parameters(), lr=0.1))
"""


@pytest.mark.parametrize(
    ("model", "found"),
    [("DistributedDataParallel(nn.Linear(4, 1).to(rank))", 1), ("nn.Linear(4, 1)", 0)],
    ids=["shared", "alone"],
)
def test_a_loop_of_another_file(tmp_path: Path, pack: dict[str, Rule], model: str, found: int) -> None:
    steps = tmp_path / "steps.py"
    steps.write_text(STEPS, encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAINS.format(model=model), encoding="utf-8")
    assert len(said(steps, (pack["batch-skipped-on-one-rank"],), project_files(tmp_path))) == found
