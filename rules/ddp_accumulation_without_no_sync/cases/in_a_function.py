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


def nested(batches, steps):
    model = DistributedDataParallel(nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(steps):
        for _ in range(4):
            x, y = next(batches)
            (nn.functional.mse_loss(model(x), y) / 4).backward()  # finding: synchronises gradients even in passes
        optimizer.step()
        optimizer.zero_grad()


def nested_with_steps(batches, epochs):
    model = DistributedDataParallel(nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(epochs):
        for x, y in batches:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
