"""Resumes with plain SGD, which has no state, and tells of the epoch where weights are only tested."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model, path):
        self.model, self.path, self.epoch = model, path, 0
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=1e-3)

    def resume(self):
        saved = torch.load(self.path, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.epoch = saved["epoch"] + 1

    def train(self, loader, epochs):
        for self.epoch in range(self.epoch, epochs):
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            torch.save({"model": self.model.state_dict(), "epoch": self.epoch}, self.path)


def test(model, path):
    saved = torch.load(path, weights_only=True)
    model.load_state_dict(saved["model"])
    print("after epoch", saved["epoch"])
