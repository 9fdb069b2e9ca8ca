"""Attributes that are spelled as in other languages."""

import torch
from torch import nn


class Slope(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.slope = nn.Parameter(torch.ones(size))
        self.slope.requiresGrad = False  # finding: write `self.slope.requires_grad = False`
        self.bias = nn.Parameter(torch.zeros(size))
        self.bias.requires_grad = False

    def forward(self, x):
        return self.slope * x + self.bias


model = Slope(3)
print(model(torch.ones(3)), model.slope.requires_grad)
