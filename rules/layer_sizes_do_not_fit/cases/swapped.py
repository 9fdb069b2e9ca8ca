"""Sizes that are names, the wrong way round, and names that stand for others."""

from torch import nn


class Mlp(nn.Module):
    def __init__(self, width, hidden, classes):
        super().__init__()
        self.first, self.act = nn.Linear(hidden, width), nn.ReLU()
        self.second = nn.Linear(hidden, classes)  # suspected: this layer expects `hidden` inputs, but the previous layer
        self.body = nn.Sequential(
            nn.Linear(width, hidden),
            nn.ReLU(),
            nn.Linear(classes, hidden),  # suspected: this layer expects `classes` inputs
        )

    def forward(self, x):
        return self.second(self.act(self.first(x)))


class Innocent(nn.Module):
    def __init__(self, width, hidden, classes, depth):
        super().__init__()
        same = hidden
        self.first, self.second = nn.Linear(width, hidden), nn.Linear(same, classes)
        layers, size = [], width
        for _ in range(depth):
            layers += [nn.Linear(size, hidden), nn.ReLU()]
            size = hidden
        layers.append(nn.Linear(size, classes))
        self.layers = nn.Sequential(*layers)
        self.other = nn.Sequential(nn.Linear(width, 4 * hidden), nn.GELU(), nn.Linear(hidden * 4, classes))

    def forward(self, x):
        return self.second(self.first(x)) + self.layers(x) + self.other(x)
