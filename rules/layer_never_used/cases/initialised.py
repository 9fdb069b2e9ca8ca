"""Layers whose numbers are given their first values, and that nothing calls."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)  # finding: `second` is never used
        self.third = nn.Linear(width, width)  # finding: `third` is never used
        self.tied = nn.Linear(width, width)
        self.read = nn.Linear(width, width)
        nn.init.zeros_(self.first.bias)
        nn.init.zeros_(self.second.bias)
        self.average = nn.Linear(width, width)
        self.third.weight.data.normal_(0.0, 0.02)
        nn.init.zeros_(self.tied.bias)

    def forward(self, x):
        x = torch.nn.functional.linear(self.first(x), self.tied.weight)
        return x + self.read.bias.mul_(2)

    def update(self):
        self.average.weight.data.mul_(0.9)
