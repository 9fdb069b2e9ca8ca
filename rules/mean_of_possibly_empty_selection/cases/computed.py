"""Means of what is computed from a selection, in losses that are given their mask."""

import torch
from torch import nn

net = nn.Linear(4, 1)


class LogDistance(nn.Module):
    def forward(self, depth, truth, is_valid, rows):
        apart = torch.log(depth[is_valid]) - torch.log(truth[is_valid])
        chosen = (depth[rows] - truth[rows]).abs().mean()
        return torch.sqrt((apart**2).mean() - 0.5 * apart.mean() ** 2) + chosen  # suspected: `apart**2` can be empty


class LogDistanceOfSome(nn.Module):
    def forward(self, depth, truth, is_valid):
        if not is_valid.any():
            return depth.sum() * 0
        return (torch.log(depth[is_valid]) - torch.log(truth[is_valid])).abs().mean()


class Refined(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, picture, mask):
        return picture[mask].mean()


def step(x, y, optimizer):
    out = net(x).squeeze(1)
    positive = y > 0
    loss = (out[positive] - y[positive]).pow(2).mean()  # finding: can be empty
    loss = loss + torch.mean(out[positive] @ y[positive])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
