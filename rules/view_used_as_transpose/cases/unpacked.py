"""Sizes by a name for the shape, the function, and tensors that are known by how their shape is unpacked."""

import torch
from torch import nn


def by_shape(x):
    shape = x.shape
    return x.reshape(shape[0], shape[2], shape[1])  # finding: so it scrambles `x`


def by_shape_in_order(x):
    shape = x.size()
    return x.reshape(shape[0] * shape[1], shape[2])


def by_function(x):
    batch, channels, steps = x.shape
    return torch.reshape(x, (batch, steps, channels))  # finding: so it scrambles `x`


def by_function_in_order(x):
    batch, channels, steps = x.shape
    return torch.reshape(x, (batch, channels * steps))


def moved_back(x):
    batch, channels, steps = x.shape
    x = x.permute(0, 2, 1)
    y = x.reshape(batch * steps, channels)
    return x.reshape(batch, channels, steps), y  # finding: so it scrambles `x`


def of_another(x, y):
    batch, channels, steps = x.shape
    return y.reshape(batch, steps, channels)


class Encoder(nn.Module):
    def __init__(self, channels, width):
        super().__init__()
        self.embed, self.conv = nn.Linear(channels, width), nn.Conv1d(width, width, 3, padding=1)

    def forward(self, x):
        batch, steps, channels = x.shape
        hidden = self.embed(x)
        hidden = hidden.reshape(batch, -1, steps)  # finding: so it scrambles `hidden`
        return self.conv(hidden)

    def forward_right(self, x):
        batch, steps, channels = x.shape
        hidden = self.embed(x)
        rows = hidden.reshape(batch * steps, -1)
        return self.conv(hidden.transpose(1, 2)), rows, hidden.reshape(batch, steps, 2, -1)


def of_either_rank(x):
    if x.dim() == 3:
        batch, channels, steps = x.shape
        return x.transpose(1, 2).reshape(batch * steps, channels)
    batch, channels, height, width = x.shape
    x = x.flatten(2)
    return x.transpose(1, 2).reshape(batch, height, width, channels)
