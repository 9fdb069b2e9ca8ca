"""Sizes that are taken before a norm or an activation, which keeps them."""

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.norm = nn.GroupNorm(4, channels)
        self.down = nn.Conv2d(channels, channels, 2, stride=2)
        self.proj = nn.Linear(channels, channels)

    def forward(self, x):
        batch, channels, height, width = x.shape
        x = self.norm(x)
        width_inside = x.shape[1]
        rows = x.reshape(batch, height * width, width_inside)  # finding: `reshape` does not reorder elements
        x = torch.relu(x)
        more = x.view(batch, height * width, channels)  # finding: `view` does not reorder elements
        right = x.permute(0, 2, 3, 1).reshape(batch, height * width, width_inside)
        flat = x.view(batch, channels, height * width).transpose(1, 2)
        x = self.down(x)
        half = x.view(batch, height * width // 4, channels)
        return self.proj(rows + more + right + flat), half
