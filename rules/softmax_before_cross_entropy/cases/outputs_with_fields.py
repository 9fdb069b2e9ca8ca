"""Probabilities and logits side by side in one output."""

from typing import NamedTuple

import torch
from torch import nn


class Output(NamedTuple):
    logits: torch.Tensor
    probabilities: torch.Tensor


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        logits = self.layer(x)
        return Output(logits, torch.softmax(logits, dim=-1))


net = Net()


def by_name(x, y):
    output = net(x)
    good = nn.functional.cross_entropy(output.logits, y)
    return good, nn.functional.cross_entropy(output.probabilities, y)  # finding: applies softmax itself,


def by_place(x, y):
    logits, probabilities = net(x)
    good = nn.functional.cross_entropy(logits, y)
    return good, nn.functional.cross_entropy(probabilities, y)  # finding: applies softmax itself, but `probabilities`
