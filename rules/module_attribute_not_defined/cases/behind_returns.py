"""Code behind an `if` of which both branches leave the function never runs."""

import torch
from torch import nn


class Coupling(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def forward(self, x, reverse=False):
        if not reverse:
            return self.layer(x)
        else:
            return -self.layer(x)
        return x * self.bound

    def one_way(self, x, reverse=False):
        if not reverse:
            return self.layer(x)
        elif x is None:
            x = torch.zeros(2)
        return x * self.limit  # finding: `self.limit` raises AttributeError


print(Coupling()(torch.rand(3, 2)).shape)


class ReadAgain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def first(self, x):
        return self.layer(x)
        return x * self.width

    def second(self, x):
        return x * self.width  # finding: `self.width` raises AttributeError
