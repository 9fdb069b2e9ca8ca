"""Goes on at the epoch of a checkpoint that has the weights alone."""

import os

import torch
from torch import nn


class Trainer:
    def __init__(self, model, path):
        self.model, self.path, self.epoch = model, path, 0
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3)
        if os.path.exists(path):
            self.resume()

    def resume(self):
        saved = torch.load(self.path, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.epoch = saved["epoch"] + 1

    def save(self):
        states = {"model": self.model.state_dict(), "epoch": self.epoch}
        torch.save(states, self.path)  # finding: leaves out the state of `self.optimizer`, so a resumed run starts

    def train(self, loader, epochs):
        for self.epoch in range(self.epoch, epochs):
            for x, y in loader:
                self.optimizer.zero_grad()
                nn.functional.mse_loss(self.model(x), y).backward()
                self.optimizer.step()
            self.save()
