"""Heads whose width is written out where features are split."""

import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.q = nn.Linear(width, width)
        self.heads = heads

    def split(self, x):
        batch, tokens, width = x.shape
        return x.view(batch, self.heads, tokens, width // self.heads)  # finding: scrambles `x`

    def split_first(self, x):
        batch, tokens, width = x.shape
        return x.view(batch, tokens, self.heads, width // self.heads).transpose(1, 2)

    def split_channels(self, x):
        batch, width, tokens = x.shape
        return x.view(batch, self.heads, width // self.heads, tokens)

    def forward(self, x):
        q = self.q(x)
        return self.split(q) + self.split_first(q) + self.split_channels(q.transpose(1, 2).contiguous()).transpose(2, 3)


print(Heads(8, 2)(torch.randn(2, 5, 8)).shape)
