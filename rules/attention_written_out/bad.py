"""Runs one layer of attention over a batch of sequences."""

import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, dim = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, dim // self.heads).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-2, -1)) * q.size(-1) ** -0.5
        weights = F.softmax(scores, dim=-1)
        y = weights @ v  # finding: `weights @ v` needs all attention weights in memory
        return self.out(y.transpose(1, 2).reshape(batch, length, dim))


torch.manual_seed(0)
with torch.no_grad():
    print(Attention(64, 4)(torch.randn(2, 128, 64)).mean())
