"""Models that are prepared together with what trains them."""

import torch
from accelerate import Accelerator
from torch import nn, optim


class Fit:
    def __init__(self, rows: torch.Tensor):
        self.accelerator = Accelerator()
        self.model = nn.Linear(4, 4)
        self.optimizer = optim.SGD(self.model.parameters(), lr=0.1)
        self.accelerator.prepare(self.model, self.optimizer)  # finding: and `self.model` is not the one that Accelerate
        self.rows = rows

    def again(self):
        self.model, self.optimizer = self.accelerator.prepare(self.model, self.optimizer)
        self.accelerator.prepare(self.optimizer, self.rows)
