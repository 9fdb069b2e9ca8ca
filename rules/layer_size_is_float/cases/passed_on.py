"""Floats that are given to functions and classes which make layers of them."""

import torch
from torch import nn


def conv_norm(inputs, outputs, scale=1.0):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3), nn.BatchNorm2d(outputs), nn.Dropout(scale))


def maybe(inputs, outputs):
    if isinstance(outputs, float):
        outputs = int(outputs)
    return nn.Linear(inputs, outputs)


class Block(nn.Module):
    def __init__(self, width, hidden, *, ratio=1.0):
        super().__init__()
        self.body = nn.Linear(width, hidden * 2)
        self.ratio = ratio

    def forward(self, x):
        return self.body(x) * self.ratio


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        half = width / 2
        self.first = conv_norm(3, width / 4)  # finding: `width / 4` is a float, so `nn.Conv2d` raises a TypeError
        self.second = Block(width, half)  # finding: `half` is a float, so `nn.Linear` raises a TypeError
        self.third = conv_norm(3, width // 4, width / 8)
        self.fourth = Block(width, width // 2, ratio=width / 2)
        self.fifth = maybe(width, width / 2)

    def forward(self, x):
        return torch.relu(self.second(self.first(x)))


def of_any_width(width):
    if width < 1:
        return nn.Linear(int(width * 256), 4)
    return nn.Linear(width, 4)


of_any_width(1 / 2)


def chosen(width, kind):
    match kind:
        case "plain":
            return nn.Linear(width, 4)
        case _:
            return nn.Linear(round(width), 4)


chosen(9 / 2, "rounded")
