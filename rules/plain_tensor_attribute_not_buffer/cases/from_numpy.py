"""Arrays of functions that the file does not have, and of a number."""

import numpy as np
import torch
from scipy import linalg
from torch import nn


class Rotation(nn.Module):
    def __init__(self, size, scale):
        super().__init__()
        order, _, _ = linalg.lu(np.random.rand(size, size))
        order = torch.from_numpy(order)
        self.order = order  # finding: `self.order` does not move with the model
        self.signs = torch.sign(order)  # finding: `self.signs` does not move with the model
        self.scale = torch.from_numpy(np.array(scale))
        self.shift = torch.from_numpy(np.array(scale).astype(np.float32))
        start = np.array(scale)
        start = start.astype("float32")
        self.start = torch.from_numpy(start)

    def forward(self, x):
        return x @ self.order * self.signs * self.scale + self.shift + self.start
