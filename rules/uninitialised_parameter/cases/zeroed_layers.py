"""A function that goes through the parameters of the layers that it is given, and parameters that it never gets."""

import torch
from torch import nn


def zero_module(module):
    for parameter in module.parameters():
        parameter.detach().zero_()
    return module


class Gain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gain = nn.Parameter(torch.empty(width))  # finding: nothing initialises `gain`
        self.shift = nn.Parameter(torch.empty(width))  # finding: nothing initialises `shift`
        self.out = zero_module(nn.Linear(width, width))
        self.last = lambda x: x * self.gain

    def forward(self, x):
        return self.last(self.out(x)) + self.shift
