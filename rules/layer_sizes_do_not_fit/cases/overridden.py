"""Layers whose input another method computes, which a derived class or a condition may change."""

import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.last = nn.Linear(16, 2)

    def stem(self, x):
        return self.first(x)

    def forward(self, x):
        return self.last(self.stem(x))


class Doubled(Base):
    def stem(self, x):
        return torch.cat([self.first(x), self.first(x)], -1)


class Chosen(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.wide = nn.Linear(16, 2)  # suspected: this layer expects 16 inputs, but the previous layer outputs 8
        self.narrow = nn.Linear(8, 2)

    def last(self, x):
        if x.shape[-1] == 8:
            return self.narrow(x)
        return self.wide(x)

    def forward(self, x):
        return self.last(self.first(x))


print(Doubled()(torch.rand(3, 4)), Chosen()(torch.rand(3, 4)))
