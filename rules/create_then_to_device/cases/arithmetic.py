"""What is computed on the CPU between a factory and the move."""

import math

import numpy as np
import torch
from torch import nn


class Times(nn.Module):
    def __init__(self, size: int, base):
        super().__init__()
        self.size, self.base = size, base
        self.out = nn.Linear(2 * size, size)

    def forward(self, t, weights):
        rates = torch.exp(-math.log(1e4) * torch.arange(self.size) / 32).to(t.device)  # finding: `torch.arange(self.size)`
        flat = torch.arange(8).float().unsqueeze(0).repeat(2, 1).to(t.device)  # finding: `torch.arange(8)` is created
        half = torch.tril(torch.ones(4, 4))[None, :2].to(t.device)  # finding: `torch.ones(4, 4)` is created on the CPU
        powers = (torch.arange(8) * self.base).to(t.device)  # suspected: `torch.arange(8)` is created on the CPU and
        later = torch.arange(3) * 2
        later = later.to(t.device)  # finding: `torch.arange(3)` is created on the CPU and copied each time
        length = weights.shape[1]
        rows = (torch.arange(length) / length).to(t.device)  # finding: `torch.arange(length)` is created on the CPU
        filled = torch.zeros(8, 2)
        filled[:, 0] = 1
        filled = filled.to(t.device)
        kept = torch.zeros(8)
        kept = kept.to(t.device), kept
        spread = (torch.randn(2, 8) * torch.rand(8)).to(t.device)  # finding: `torch.randn(2, 8)` is created on the CPU
        scaled = (torch.ones(2, 2) * np.array([1.0, 2.0])).to(t.device)
        mixed = (torch.ones(2) @ torch.tensor([[1.0], [2.0]])).to(t.device)
        chosen = torch.zeros(8)[torch.tensor([1, 2])].to(t.device)
        return self.out(weights), rates, flat, half, powers, rows, later, filled, kept, spread, scaled, mixed, chosen
