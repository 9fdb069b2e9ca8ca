import math
from pathlib import Path

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, width, heads, config):
        super().__init__()
        half = width / 2
        self.inner = config.size / config.pool
        self.whole = config.size / config.pool
        self.whole = int(self.whole)
        self.even = width // 2
        self.first = nn.Linear(half, width)  # finding: `half` is a float, so `nn.Linear` raises a TypeError
        self.second = nn.Linear(width, out_features=width / heads)  # finding: divide with `//`
        self.third = nn.LSTM(4 * self.inner, width)  # finding: `4 * self.inner` is a float
        self.fourth = nn.Conv2d(width, 2 * width / heads, 3)  # finding: divide with `//`
        self.norm = nn.BatchNorm1d(-(-width / 2))  # finding: divide with `//`
        self.told_once = nn.Linear(half, width)
        # whole numbers
        self.right = nn.Linear(width // 2, self.whole)
        self.cast = nn.Conv1d(int(half), round(width / heads), 3, padding=1)
        self.up = nn.Embedding(math.ceil(width / heads), self.even)
        half = int(half)
        self.later = nn.LayerNorm(half)
        # no sizes of weights
        self.drop = nn.Dropout(1 / heads)
        self.scale = nn.LeakyReLU(1 / 2)
        self.act = nn.Linear(width, width, bias=width / 2 > 1)
        self.of_call = nn.Linear(config.of(width / 2), width)


def may_fail(width):
    try:
        return nn.Linear(width / 2, width)
    except TypeError:
        return nn.Linear(width // 2, width)


weights = torch.load(Path("models") / "first.pt", weights_only=True)
