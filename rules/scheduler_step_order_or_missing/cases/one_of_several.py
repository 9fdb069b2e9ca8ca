"""A scheduler that is one of several things, of which another package makes one, and steps with the epoch."""

import torch
from elsewhere import Cosine
from torch import nn


def make(optimizer, kind):
    if kind == "decay":
        scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9**epoch)
    else:
        scheduler = Cosine(optimizer)
    return scheduler


def forget(optimizer):
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9**epoch)  # finding: is never stepped


def train(kind):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = make(optimizer, kind)
    forgotten = forget(optimizer)
    for epoch in range(3):
        for _ in range(8):
            optimizer.zero_grad()
            model(torch.randn(2, 4)).mean().backward()
            optimizer.step()
        scheduler.step(epoch)
    return model


train("decay")
