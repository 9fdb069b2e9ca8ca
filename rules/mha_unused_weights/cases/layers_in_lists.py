"""Attention that an nn.ModuleList gets after it was made."""

import torch
from torch import nn


class Blocks(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.attention = nn.ModuleList()
        self.kept = nn.ModuleList()
        for _ in range(depth):
            self.attention.append(nn.MultiheadAttention(8, 2))
            self.kept.append(nn.MultiheadAttention(8, 2))

    def forward(self, x):
        shown = []
        for i in range(len(self.attention)):
            out, _ = self.attention[i](x, x, x)  # finding: computes attention weights that nothing reads
            y, weights = self.kept[i](x, x, x)
            shown.append(weights)
            x = x + out + y
        return x, shown


print(Blocks(2)(torch.rand(3, 1, 8))[0].shape)
