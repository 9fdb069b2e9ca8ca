"""Distances between all rows by inner products, which are 0 between each row and itself."""

import torch
from torch import nn


def distances(x):
    squares = x.pow(2).sum(1, keepdim=True)
    between = squares + squares.t() - 2 * x @ x.t()
    return between.clamp(min=0).sqrt()  # finding: a squared distance of rows to themselves


def with_a_floor(x):
    squares = x.pow(2).sum(1, keepdim=True)
    return (squares + squares.t() - 2 * x @ x.t()).clamp(min=1e-12).sqrt()


def to_others(x, y):
    between = x.pow(2).sum(1, keepdim=True) + y.pow(2).sum(1) - 2 * torch.mm(x, y.t())
    return between.clamp(min=0).sqrt()


def of_two(x, y):
    between = x.pow(2).sum(1, keepdim=True) + y.pow(2).sum(1) - 2 * torch.mm(x, y.t())
    return between.clamp(min=0).sqrt()  # finding: a squared distance of rows to themselves


def by_function(x):
    squares = (x * x).sum(1)
    between = squares[:, None] + squares[None] - 2.0 * torch.matmul(x, x.T)
    return torch.sqrt(torch.clamp(between, min=0.0))  # finding: a squared distance of rows to themselves


net = nn.Linear(4, 3)
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(3):
    z = net(torch.randn(8, 4))
    loss = distances(z).mean() + with_a_floor(z).mean() + to_others(z, torch.randn(5, 3)).mean() + by_function(z).mean()
    loss = loss + of_two(z, z).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
