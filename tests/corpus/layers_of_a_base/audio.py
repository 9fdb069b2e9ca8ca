"""A model whose projector only makes its layers: `forward` comes from another file."""

import torch
from projector import Projector
from torch import nn


class AudioProjector(Projector):
    def __init__(self, width: int, out: int):
        super().__init__(width, out)
        self.first = nn.Linear(width, out)
        self.last = nn.Linear(out, out)
        self.spare = nn.Linear(out, out)  # finding: `spare` is never used


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = AudioProjector(16, 8)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        return self.project(features)
