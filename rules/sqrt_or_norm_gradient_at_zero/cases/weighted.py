"""Roots of squares with a weight in front, and of a variance beside a square: both are 0 for a perfect prediction."""

import torch
from torch import nn

net = nn.Linear(4, 1)


def train(x, y, weight, optimizer):
    error = torch.log(net(x).exp()) - y
    spread = torch.var(error) + 0.15 * torch.pow(torch.mean(error), 2)
    loss = 10 * torch.sqrt(spread)  # finding: `spread` is a sum of squares
    loss = loss + torch.sqrt(weight * (error**2).sum())  # finding: `weight * (error**2).sum()` is a sum of squares
    loss = loss + torch.sqrt(0.5 * error.var())  # finding: is a variance
    loss = loss + error.sum() / torch.sqrt(weight * (y**2).sum())
    loss = loss + torch.sqrt(weight * net(x).exp().sum()) + torch.sqrt(error.var() + 0.5)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
