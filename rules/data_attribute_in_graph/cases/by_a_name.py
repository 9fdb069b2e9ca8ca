"""Writes to `.data` by way of a name for it."""

import torch
import torch.nn.functional as F
from torch import nn


def loss_of(net: nn.Module, x, y):
    out = net(x)
    rows = F.normalize(out)
    data = rows.data  # finding: changes `rows` without autograd seeing it
    data.clamp_(0, 1)
    shown = rows.data
    print(shown.mean(), shown.clamp(0, 1))
    third = F.normalize(out)
    noisy = third.data  # finding: changes `third` without autograd seeing it
    noisy += 0.1
    rows = rows + third
    other = F.normalize(out)
    mine = other.data
    mine = mine.clone()
    mine.clamp_(0, 1)
    return F.mse_loss(rows, y) + F.mse_loss(other, y)


class Mask(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x):
        h = self.layer(x)
        values = h.data  # finding: changes `h` without autograd seeing it
        values[values < 0] = 0
        return h


def norms(net: nn.Module):
    for weight in net.parameters():
        data = weight.data
        data.div_(data.norm())
    return torch.zeros(3)
