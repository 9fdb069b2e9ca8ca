"""Attention over padded sentences, one of which is empty, with the same weights in float32 and in float16."""

import math

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.query, self.key, self.value = nn.Linear(size, size), nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        scores = self.query(x) @ self.key(x).transpose(-2, -1) / math.sqrt(x.size(-1))
        scores += (1.0 - mask[:, None, :]) * -1e9  # finding: `-1e9` overflows to -inf in float16, so a fully masked
        return scores.float().softmax(dim=-1).type_as(scores) @ self.value(x)


torch.manual_seed(0)
sentences, attention = torch.randn(4, 6, 16), Attention(16)
mask = torch.ones(4, 6)
mask[3] = 0
for enabled in (False, True):
    with torch.autocast("cpu", dtype=torch.float16, enabled=enabled), torch.no_grad():
        print(f"autocast {enabled}: mean {attention(sentences, mask).float().mean().item():.4f}")
