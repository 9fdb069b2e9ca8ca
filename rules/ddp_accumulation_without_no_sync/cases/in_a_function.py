"""A training that is given the wrapped model."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def fit(model, batches, optimizer):
    for number, (x, y) in enumerate(batches):
        loss = nn.functional.mse_loss(model(x), y) / 4
        loss.backward()  # finding: `loss.backward()` synchronises gradients even in passes that do not step
        if (number + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()


def several(batches):
    model = DistributedDataParallel(nn.Linear(3, 1))
    fit(model, batches, torch.optim.SGD(model.parameters(), lr=0.1))
