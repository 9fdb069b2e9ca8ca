"""A model that is given in, and wrapped: its layers are not seen, so they may depend on the mode."""

import torch
from torch import nn


class Fitter(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = nn.DataParallel(model)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self, rows):
        for _ in range(3):  # suspected: `self.model` trains in eval mode from the second iteration on; call
            for x, y in rows:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            self.check(rows)

    def check(self, rows):
        self.model.eval()
        with torch.no_grad():
            return [self.model(x).sum().item() for x, _ in rows]


class PlainFitter(nn.Module):
    """A wrapped layer that has no mode."""

    def __init__(self):
        super().__init__()
        self.model = nn.DataParallel(nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self, rows):
        for _ in range(3):
            for x, y in rows:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            self.check(rows)

    def check(self, rows):
        self.model.eval()
        with torch.no_grad():
            return [self.model(x).sum().item() for x, _ in rows]
