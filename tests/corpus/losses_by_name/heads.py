"""A sigmoid, and a shape that does not change what it is."""

import torch
from torch import nn


class Probability(nn.Module):
    def __init__(self, task):
        super().__init__()
        self.task = task
        self.bias = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return squashed(x + self.bias).reshape(-1, 1)


def squashed(x):
    return x.sigmoid()
