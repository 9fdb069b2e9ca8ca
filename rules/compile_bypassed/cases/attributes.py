"""Compiled models that an object keeps and never uses."""

import torch
from torch import nn


class Fit:
    def __init__(self):
        self.model = nn.Linear(3, 3)
        self.fast = torch.compile(self.model)  # finding: compiles nothing, as its result is never called
        self.optimizer = torch.optim.SGD(self.model.parameters(), 0.1)

    def step(self, x, y):
        loss = nn.functional.cross_entropy(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


class FitFast:
    def __init__(self):
        self.model = nn.Linear(3, 3)
        self.quick = torch.compile(self.model)
        self.optimizer = torch.optim.SGD(self.model.parameters(), 0.1)

    def step(self, x, y):
        loss = nn.functional.cross_entropy(self.quick(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()

    def check(self, x, y):
        return nn.functional.cross_entropy(self.model(x), y)


Fit().step(torch.randn(3, 3), torch.zeros(3, dtype=torch.long))
FitFast().step(torch.randn(3, 3), torch.zeros(3, dtype=torch.long))
