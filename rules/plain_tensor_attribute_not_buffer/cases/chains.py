"""Tensors that are computed from another attribute, written into, or added in place."""

import torch
from torch import nn


class Grid(nn.Module):
    """Keeps coordinates that it computes from other coordinates."""

    def __init__(self, size):
        super().__init__()
        self.steps = torch.arange(size).view(-1, 1)
        self.columns = self.steps.repeat(size, 1).view(size * size).float()  # finding: `self.columns` does not move
        self.rows = self.steps.repeat(1, size).view(size * size).float().cuda()  # suspected: `self.rows` stays on
        self.weight = nn.Parameter(torch.zeros(size))
        self.initial = self.weight.detach().clone()

    def forward(self, x):
        return (x * self.columns).sum() + (x * self.rows).sum() + (self.weight - self.initial).sum()


class Filled(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.pairs = torch.zeros(size, size)  # finding: `self.pairs` does not move with the model
        self.counts = torch.zeros(size)
        for number in range(size):
            self.pairs[number] += number

    def forward(self, x):
        self.counts += 1
        return x @ self.pairs + self.counts


class InPlace(nn.Module):
    def __init__(self):
        super().__init__()
        self.turn = torch.eye(3)  # finding: `self.turn` does not move with the model
        self.shift = torch.ones(3)

    def forward(self, x):
        x @= self.turn
        x += self.shift.to(x)
        return x
