"""Parameters that a module makes again in each forward, next to those that it makes once."""

import torch
from torch import nn


class Tagged(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.tags = nn.ModuleList([nn.Embedding(1, width), nn.Embedding(1, width)])
        self.missing = nn.Embedding(1, width)
        self.scale = nn.Parameter(torch.ones(width))
        self.fixed = nn.Parameter(torch.ones(width), requires_grad=False)
        self.late = None
        self.rebuild(width)

    def rebuild(self, width):
        self.shift = nn.Parameter(torch.zeros(width))
        self.scale = nn.Parameter(torch.ones(width))

    def tagged(self, rows, kinds):
        self.missing.weight = nn.Parameter(self.missing.weight.to(rows.dtype))  # suspected: `self.missing.weight` is a
        self.tags[0].weight = nn.Parameter(self.tags[0].weight.to(rows.dtype), requires_grad=True)  # suspected: a new
        rows = rows + self.missing.weight
        rows[kinds == 0] += self.tags[0].weight
        return rows

    def forward(self, rows, kinds):
        if self.late is None:
            self.late = nn.Parameter(torch.zeros(rows.shape[-1]))
        self.fixed = nn.Parameter(self.fixed.to(rows.dtype), requires_grad=False)
        self.scale = nn.Parameter(self.scale.to(rows.dtype))  # suspected: is a new parameter in each forward
        rows = self.tagged(rows, kinds) * self.scale.to(rows.dtype) + self.late
        self.tags[1].weight.data = self.tags[1].weight.data.to(rows.dtype)
        return rows * self.fixed + self.tags[1].weight
