"""The sigmoid that all of this is about."""

from torch import nn

__all__ = ["Head", "binary_head"]


class Head(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(width, 1), nn.Sigmoid())

    def forward(self, x):
        return self.layers(x).squeeze(1)


def binary_head(width):
    return Head(width)
