"""Containers of modules that the constructor is given: whether a caller made the modules for it decides."""

from collections.abc import Sequence

import torch
from torch import nn
from transformers import BertModel


class OfNobody(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers  # finding: `self.layers` is a plain list
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


class OfNames(nn.Module):
    def __init__(self, encoders: list[BertModel]):
        super().__init__()
        self.encoders = list(encoders)  # finding: `self.encoders` is a plain list
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(torch.cat([encoder(x)[0] for encoder in self.encoders], dim=1))


class Annotated(nn.Module):
    def __init__(self, parts: Sequence[nn.Module]):
        super().__init__()
        self.parts = parts  # suspected: `self.parts` is a plain list
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        return self.head(self.parts[0](x) + self.parts[1](x))


class Chain(nn.Module):
    """Nothing in it is registered: perhaps on purpose."""

    def __init__(self, *parts: nn.Module):
        super().__init__()
        self.parts = parts  # suspected: `self.parts` is a plain tuple

    def forward(self, x):
        for part in self.parts:
            x = part(x)
        return x


class Registered(nn.Module):
    def __init__(self, layers: list[nn.Module], others: list[nn.Module]):
        super().__init__()
        self.layers = layers
        self.net = nn.Sequential(*layers)
        self.others = nn.ModuleList(others)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.others[0](x)


class Borrowed(nn.Module):
    """The layers are another model's, which trains them."""

    def __init__(self, layers: list[nn.Module]):
        super().__init__()
        self.layers = layers
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


class Watched(nn.Module):
    """Losses, which have no parameters, and functions."""

    def __init__(self, losses, functions):
        super().__init__()
        self.losses = losses
        self.functions = functions
        self.head = nn.Linear(8, 1)

    def forward(self, x, y):
        x = self.head(x)
        return [loss(x, y) for loss in self.losses] + [function(x) for function in self.functions]


class Taught(nn.Module):
    def __init__(self, teachers: list[nn.Module]):
        super().__init__()
        self.teachers = teachers
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        with torch.no_grad():
            taught = [teacher(x) for teacher in self.teachers]
        return self.head(x), taught


class OptimizedBySomebody(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers
        self.head = nn.Linear(8, 1)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.head(x)


def main():
    left = BertModel.from_pretrained("a")
    right = BertModel.from_pretrained("b")
    used = nn.Linear(8, 8)
    models = (
        OfNobody([nn.Linear(8, 8), nn.Linear(8, 8)]),
        OfNames(encoders=[left, right]),
        Chain(nn.Linear(8, 8), nn.Linear(8, 8)),
        Borrowed([used, nn.Linear(8, 8)]),
        Watched([nn.MSELoss(), nn.L1Loss()], [torch.relu, torch.tanh]),
        Taught([nn.Linear(8, 8)]),
        OptimizedBySomebody([used, used]),
    )
    return models, torch.optim.SGD(used.parameters(), lr=0.1)
