"""Parameters made of empty memory, in a model and in a part of it."""

import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mixing = nn.Parameter(torch.empty(width, width))

    def forward(self, x):
        return x @ self.mixing


class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.pair = Pair(width)
        self.gate = nn.Parameter(torch.empty(width, width))  # finding: nothing initialises `gate`

    def forward(self, x):
        return self.pair(x) * torch.sigmoid(x @ self.gate)
