"""A test collects what three steps give, looks at it, and is over."""

import torch
from torch import nn


def test_losses_fall():
    model, losses = nn.Linear(4, 1), []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        loss = model(torch.ones(2, 4)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss)
    assert losses[-1] < losses[0]
