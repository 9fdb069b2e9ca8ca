"""A test adds up what three steps cost, looks at it, and is over."""

import torch
from torch import nn


def test_losses_fall():
    model, total = nn.Linear(4, 1), 0
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = model(torch.ones(2, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss
    assert total > 0
