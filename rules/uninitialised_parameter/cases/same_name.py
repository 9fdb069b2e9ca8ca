"""Parameters of several classes that have the same name."""

import torch
from torch import nn


class Zeros(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.gain = nn.Parameter(torch.zeros(n))

    def forward(self, x):
        return x * self.gain


class Scale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.gain = nn.Parameter(torch.empty(n))  # finding: nothing initialises `gain`

    def forward(self, x):
        return x * self.gain


class Filled:
    def fill(self):
        self.shift.data.zero_()


class Shift(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.shift = nn.Parameter(torch.empty(n))

    def forward(self, x):
        return x + self.shift


class FilledShift(Filled, Shift):
    def __init__(self, n):
        super().__init__(n)
        self.fill()
