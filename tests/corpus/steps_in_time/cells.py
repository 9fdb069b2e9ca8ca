"""A recurrent cell with attention; its layers add up over scales."""

import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.recurrent = nn.GRUCell(width, width)
        self.scales = nn.ModuleList(nn.Linear(width, width) for _ in range(3))

    def forward(self, x, memory):
        hidden = self.recurrent(x)
        total = 0
        for scale in self.scales:
            total = total + scale(hidden)
        weights = torch.softmax(torch.einsum("bw,btw->bt", total, memory), dim=1)
        return total, weights
