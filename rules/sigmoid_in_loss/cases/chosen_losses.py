"""Losses that a setting chooses."""

import torch
from torch import nn


class Adversary(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode
        if mode == "vanilla":
            self.loss = nn.BCELoss()
        else:
            self.loss = nn.MSELoss()

    def forward(self, scores, target):
        if self.mode == "vanilla":
            scores = torch.sigmoid(scores)
        return self.loss(scores, target)  # suspected: `BCELoss` gets a sigmoid if `self.mode == "vanilla"`


class Squares(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode
        self.loss = nn.BCELoss() if mode == "given" else nn.MSELoss()

    def forward(self, scores, target):
        if self.mode == "squares":
            scores = torch.sigmoid(scores)
        return self.loss(scores, target)


class Always(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.loss = nn.BCELoss() if mode == "entropy" else nn.MSELoss()

    def forward(self, scores, target):
        return self.loss(torch.sigmoid(scores), target)  # suspected: `BCELoss` has no gradient


def train(net, rows, target, mode):
    for loss in (Adversary(mode), Squares(mode), Always(mode)):
        loss(net(rows), target).backward()


train(nn.Linear(4, 1), torch.randn(8, 4), torch.rand(8, 1), "vanilla")
