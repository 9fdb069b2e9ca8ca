"""Classes of losses under other names."""

import torch
from torch import nn

LOSSES = {"l1": nn.L1Loss, "mse": nn.MSELoss}


class Trainer:
    chosen = nn.SmoothL1Loss

    def __init__(self, name):
        self.model = nn.Linear(4, 1)
        self.kind = nn.MSELoss
        self.by_table = LOSSES[name]
        self.loss = LOSSES[name]()

    def step(self, rows, targets):
        outputs = self.model(rows)
        wrong = self.kind(outputs, targets)  # finding: `self.kind` is a class that takes settings, not tensors
        wrong = wrong, self.by_table(outputs, targets)  # finding: is a class that takes settings, not tensors
        wrong = wrong, self.chosen(outputs, targets)  # finding: is a class that takes settings, not tensors
        return self.loss(outputs, targets) + self.kind()(outputs, targets)


trainer = Trainer("l1")
trainer.step(torch.randn(8, 4), torch.randn(8, 1))
