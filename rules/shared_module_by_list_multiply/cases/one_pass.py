"""Comprehensions with one pass hold one layer."""

from torch import nn


class Mixer(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        layer = nn.Linear(width, width)
        self.once = nn.ModuleList([layer for _ in range(1)])
        self.once_within_once = nn.ModuleList([layer for _ in range(1) for _ in range(1)])
        other = nn.Linear(width, width)
        self.often = nn.ModuleList([other for _ in range(1) for _ in range(depth)])  # finding: the same `other`
        last = nn.Linear(width, width)
        self.twice = nn.ModuleList([last for _ in range(1, 3)])  # finding: all entries are the same `last`

    def forward(self, x):
        for layer in (*self.once, *self.once_within_once, *self.often, *self.twice):
            x = layer(x)
        return x
