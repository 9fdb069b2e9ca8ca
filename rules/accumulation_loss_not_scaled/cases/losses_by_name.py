"""Losses are chosen by name, so only a run shows which are means: sums over slices are the sum over the batch."""

import torch
import torch.nn.functional as F
from torch import nn

REDUCTIONS = {"squares": "sum", "absolute": "mean"}
LOSSES = {"squares": nn.MSELoss, "absolute": nn.L1Loss}


def loss_named(name):
    return LOSSES[name](reduction=REDUCTIONS[name])


def fit_sums(net, x, y, criterion):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001)
    for _ in range(4):
        optimizer.zero_grad()
        for rows, wanted in zip(x.split(8), y.split(8)):
            loss = criterion(net(rows), wanted)
            loss.backward()  # suspected: sums gradients over several passes  # refuted
        optimizer.step()
    return loss.item()


def fit_means(net, x, y, criterion):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for _ in range(4):
        optimizer.zero_grad()
        for rows, wanted in zip(x.split(8), y.split(8)):
            loss = criterion(net(rows), wanted)
            loss.backward()  # suspected: divide the loss by the number of passes
        optimizer.step()
    return loss.item()


torch.manual_seed(0)
x = torch.randn(64, 3)
y = x.sum(1, keepdim=True)
print(f"squares: {fit_sums(nn.Linear(3, 1), x, y, loss_named('squares')):.3f}")
print(f"absolute: {fit_means(nn.Linear(3, 1), x, y, loss_named('absolute')):.3f}")
