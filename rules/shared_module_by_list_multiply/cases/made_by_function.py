"""Functions that repeat what they are given, and modules that another function makes for them."""

from torch import nn


def conv(width):
    return nn.Sequential(nn.Conv2d(width, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU())


def clones(module, number):
    return nn.ModuleList([module for _ in range(number)])  # finding: copy it for each entry


def views_of(layer, number):
    return nn.ModuleList([layer for _ in range(number)])


class Net(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.stem = conv(width)
        self.body = clones(conv(width), depth)
        self.again = views_of(self.last(), depth)

    def last(self):
        return self.stem

    def forward(self, x):
        for block in self.body:
            x = x + block(x)
        for block in self.again:
            x = x + block(x)
        return x
