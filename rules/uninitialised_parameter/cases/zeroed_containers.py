"""A function that goes through the parameters of containers, which hold the project's own layers."""

import torch
from torch import nn


def zero_module(module):
    for parameter in module.parameters():
        parameter.detach().zero_()
    return module


class Gain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.empty(width))

    def forward(self, x):
        return x * self.gain


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.out = zero_module(nn.Sequential(Gain(width), nn.Linear(width, width)))

    def forward(self, x):
        return self.out(x)
