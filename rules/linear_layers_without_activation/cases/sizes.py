"""Layers of which only the size between them is known, and a bottleneck as far as the sizes say."""

from torch import nn


class Head(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.first = nn.Linear(width, 512)
        self.second = nn.Linear(512, classes)

    def forward(self, x):
        x = self.first(x)
        return self.second(x)  # suspected: follows another linear layer with no activation between


class Bottleneck(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.narrow = nn.Linear(1024, 64)
        self.wide = nn.Linear(64, classes)

    def forward(self, x):
        return self.wide(self.narrow(x))


class Factors(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.narrow = nn.Linear(width, 64, bias=False)
        self.wide = nn.Linear(64, width, bias=False)

    def forward(self, x):
        return self.wide(self.narrow(x))
