"""Schedules of a diffusion that NumPy computes, made tensors by a function that knows the dtype."""

from functools import partial

import numpy as np
import torch
from torch import nn


class Diffusion(nn.Module):
    def __init__(self, model, betas, start):
        super().__init__()
        self.model = model
        to_torch = partial(torch.tensor, dtype=torch.float32)
        kept = np.cumprod(1.0 - betas)
        self.kept = to_torch(np.sqrt(kept))  # finding: `self.kept` does not move with the model
        self.lost = to_torch(np.sqrt(1.0 - kept))  # finding: `self.lost` does not move with the model
        self.start = to_torch(start)

    def forward(self, x, noise, t):
        noisy = self.kept[t] * x + self.lost[t] * noise + self.start
        return self.model(noisy, t)
