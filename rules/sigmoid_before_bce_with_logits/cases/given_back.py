"""A function gives back what it is given: something else with each call."""

import torch
from torch import nn


def with_zeros(module):
    if hasattr(module, "weight"):
        nn.init.zeros_(module.weight)
    return module


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = with_zeros(nn.Linear(3, 3))
        self.head = with_zeros(nn.Sequential(nn.Linear(3, 1), nn.Sigmoid()))

    def forward(self, x):
        return self.head(self.body(x))

    def loss(self, x, y):
        return nn.functional.binary_cross_entropy_with_logits(self.head(self.body(x)), y)  # finding: applies a sigmoid


print(Net().loss(torch.rand(2, 3), torch.ones(2, 1)))
