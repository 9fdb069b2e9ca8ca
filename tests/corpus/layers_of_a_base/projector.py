"""A projector, and what it does with its layers, for those who make them otherwise."""

import torch
from torch import nn


class Projector(nn.Module):
    def __init__(self, width: int, out: int):
        super().__init__()
        self.first = nn.Linear(width, out, bias=False)
        self.act = nn.GELU()
        self.last = nn.Linear(out, out, bias=False)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.last(self.act(self.first(features)))


class Unused(nn.Module):
    def __init__(self):
        super().__init__()
        self.spare = nn.Linear(2, 2)  # finding: `spare` is never used
        self.out = nn.Linear(2, 2)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.out(features)
