"""Evaluations whose callers were not all run: who trains on the way there has gradients on, whoever calls it."""

from __future__ import annotations

import pytest

from torchlint.queries import modes
from torchlint.queries.file import File

PROGRAM = """
import torch
from torch import nn

def evaluate(model: nn.Module, loader, criterion):
    total = 0.0
    for x, y in loader:
        total += criterion(model(x), y).item()
    return total

def fit(model: nn.Module, loader, held_out):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    for epoch in range(3):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            {train}
            optimizer.step()
        model.eval()
        print(evaluate(model, held_out, criterion))
"""


@pytest.mark.parametrize(
    ("train", "is_sure"),
    [("criterion(model(x), y).backward()", True), ("accumulate(criterion, model)", False)],
)
def test_who_trains_is_not_called_without_gradients(train: str, is_sure: bool) -> None:
    file = File("fit.py", PROGRAM.format(train=train))
    file.facts.callers_left = True
    (found,) = [one for one in modes.forwards(file) if one.function is not None and one.function.name == "evaluate"]
    assert found.is_evaluated
    assert found.is_sure is is_sure
