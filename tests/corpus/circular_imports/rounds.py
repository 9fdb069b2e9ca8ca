"""Imports a file that imports this one; its base class is defined there."""

from torch import nn

import shapes


class Round(shapes.Shape):
    def __init__(self, other):
        self.other = other

    def forget(self):
        return shapes.Shape()


def net_for(corners):
    return nn.Sequential(nn.Linear(4, 2), nn.LogSoftmax(dim=1)) if corners else Ended()


class Ended(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return nn.functional.softmax(self.layer(x), dim=1)
