"""Attention over padded sentences, with the same weights in float32 and under autocast."""

import math

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.query, self.key, self.value = nn.Linear(size, size), nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        scores = self.query(x) @ self.key(x).transpose(-2, -1) / math.sqrt(x.size(-1))
        scores = scores.masked_fill(mask == 0, -1e9)  # finding: `-1e9` does not fit in float16, so this raises under
        return scores.softmax(dim=-1) @ self.value(x)


def main() -> None:
    torch.manual_seed(0)
    sentences, attention = torch.randn(4, 6, 16), Attention(16)
    mask = torch.ones(4, 6, 6).tril()
    for enabled in (False, True):
        with torch.autocast("cpu", dtype=torch.float16, enabled=enabled):
            try:
                print(f"autocast {enabled}: mean {attention(sentences, mask).float().mean().item():.4f}")
            except RuntimeError as error:
                print(f"autocast {enabled}: {error}")


if __name__ == "__main__":
    main()
