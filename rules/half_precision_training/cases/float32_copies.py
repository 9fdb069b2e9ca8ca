"""A layer in float16 whose float32 copies the optimizer of another package trains, so nothing is rounded away."""

import torch
from torch import nn

from elsewhere import FP16Optimizer


class Trainer:
    def __init__(self):
        self.model = nn.Linear(8, 8)
        self.model.cuda().half()
        self.optimizer = FP16Optimizer.build(list(self.model.parameters()))

    def step(self, x):
        self.optimizer.zero_grad()
        loss = self.model(x).square().mean()
        loss.backward()
        self.optimizer.step()
