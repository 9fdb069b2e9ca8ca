"""Layers of a kind that is given with some of its settings."""

from functools import partial

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width, norm=partial(nn.LayerNorm, eps=1e-6)):
        super().__init__()
        self.norm = norm(width)
        self.layer = nn.LSTM(width, width)

    def forward(self, x):
        batch, steps, width = x.shape
        return self.layer(self.norm(x).reshape(batch * steps, 1, width))  # finding: treats dimension 0 as the sequence


def main():
    norm = partial(nn.LayerNorm, eps=1e-6)
    return norm(8)(torch.rand(2, 8))
