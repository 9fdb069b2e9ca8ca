"""The ways in which a container comes to hold modules."""

from collections import OrderedDict

import torch
import torch.nn as nn


def block(width):
    return nn.Sequential(nn.Linear(width, width), nn.ReLU())


class Displays(nn.Module):
    def __init__(self):
        super().__init__()
        self.pair = nn.Linear(8, 8), nn.Linear(8, 8)  # finding: `self.pair` is a plain tuple
        self.made = [block(8) for _ in range(3)]  # finding: `self.made` is a plain list
        self.mixed = [nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8)]  # finding: plain list
        self.listed = list(nn.Linear(8, 8) for _ in range(2))  # finding: plain list
        self.by_name = {name: nn.Linear(8, 1) for name in "ab"}  # finding: use `nn.ModuleDict`
        self.ordered = OrderedDict([("a", nn.Linear(8, 8)), ("b", nn.Linear(8, 8))])  # finding: plain dict
        self.nested = [[nn.Linear(8, 8), nn.Linear(8, 8)] for _ in range(2)]  # finding: plain list
        self.shared = [nn.Linear(8, 8)] * 3  # finding: plain list
        self.joined = [nn.Linear(8, 8)] + [nn.Linear(8, 8)]  # finding: plain list
        self.weights = [nn.Parameter(torch.zeros(8)) for _ in range(2)]  # finding: its parameters are not trained

    def forward(self, x):
        for layer in (*self.pair, *self.made, *self.mixed, *self.listed, *self.shared, *self.joined):
            x = layer(x)
        for first, second in self.nested:
            x = second(first(x))
        for layer in self.ordered.values():
            x = layer(x)
        return {name: layer(x) for name, layer in self.by_name.items()}, self.weights[0] + self.weights[1]


class Grown(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = []  # finding: `self.layers` is a plain list
        for _ in range(depth):
            self.layers.append(nn.Linear(8, 8))
        self.heads = {}  # finding: `self.heads` is a plain dict
        for name in ("a", "b"):
            self.heads[name] = nn.Linear(8, 1)
        self.more = [nn.Linear(8, 8)]  # finding: `self.more` is a plain list
        self.more += [nn.Linear(8, 8)]
        self.stages = [[], []]  # finding: `self.stages` is a plain list
        for stage in range(2):
            self.stages[stage].append(nn.Linear(8, 8))
        self.build()

    def build(self):
        self.late = []  # finding: `self.late` is a plain list
        self.late.extend([nn.Conv1d(8, 8, 1), nn.Conv1d(8, 8, 1)])

    def forward(self, x):
        for layer in self.layers + self.more + self.late + self.stages[0] + self.stages[1]:
            x = layer(x)
        return [head(x) for head in self.heads.values()]


class ByLocalName(nn.Module):
    def __init__(self, depth):
        super().__init__()
        layers = []
        for _ in range(depth):
            layer = nn.LSTM(8, 8)
            layers.append(layer)
        self.layers = layers  # finding: `self.layers` is a plain list
        convs = [nn.Conv2d(3, 3, 1) for _ in range(depth)]
        self.convs = tuple(convs)  # finding: `self.convs` is a plain tuple

    def forward(self, x):
        for layer, conv in zip(self.layers, self.convs):
            x, _ = layer(conv(x))
        return x


class OnTheClass(nn.Module):
    """One for all objects, and registered with none."""

    layers = [nn.Linear(8, 8), nn.Linear(8, 8)]  # finding: `layers` is a plain list

    def forward(self, x):
        return self.layers[1](self.layers[0](x))


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 8)

    def forward(self, x):
        return self.fc(x)


class Derived(Part):
    def __init__(self):
        super().__init__()
        self.parts = [Part(), Part()]  # finding: `self.parts` is a plain list

    def forward(self, x):
        return self.parts[0](x) + self.parts[1](x)


class Moved(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = [nn.Parameter(torch.ones(1)).cuda() for _ in range(3)]  # parameter-moved-is-not-parameter says so
        self.shift = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return x * sum(self.scales) + self.shift
