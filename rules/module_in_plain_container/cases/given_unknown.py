"""Containers that the constructor is given by a caller who has the modules from code that is not seen, or from others."""

from elsewhere import references
from torch import nn


class Chain(nn.Module):
    def __init__(self, *parts: nn.Module):
        super().__init__()
        self.parts = parts  # suspected: `self.parts` is a plain tuple

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


def fetched():
    return Chain(*(reference.value() for reference in references))


class ChainOfOthers(nn.Module):
    def __init__(self, *parts: nn.Module):
        super().__init__()
        self.parts = parts

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


whole = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4))
view = ChainOfOthers(*(part for part in whole))
