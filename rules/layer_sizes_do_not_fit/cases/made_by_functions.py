"""Layers of functions that are called with other sizes each time; and sizes of one constructor."""

from torch import nn


def double(into, out):
    return nn.Sequential(nn.Conv2d(into, out, 3, padding=1), nn.ReLU(), nn.Conv2d(out, out, 3, padding=1), nn.ReLU())


class Encoder(nn.Module):
    def __init__(self, into, width, out):
        super().__init__()
        self.first = double(into, width)
        self.second = double(width, 2 * width)
        self.third = self.make(2 * width, out)
        self.fourth = self.make(out, into)
        self.project = nn.Linear(into, width)
        self.back = nn.Linear(into, out)  # suspected: expects `into` inputs

    def make(self, into, out):
        return nn.Sequential(nn.Conv2d(into, out, 1), nn.ReLU(), nn.Conv2d(out, out, 1))

    def forward(self, x):
        return self.fourth(self.third(self.second(self.first(x))))

    def embed(self, x):
        return self.back(self.project(x).relu())
