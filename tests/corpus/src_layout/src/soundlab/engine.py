"""A class used by scripts outside of the package: what they do with it says how each method runs."""

import torch

from soundlab.losses import combined


class Engine:
    def __init__(self, net, optimizer=None):
        self.net, self.optimizer = net, optimizer
        self.log = []

    def train_step(self, batch):
        self.net.train()
        self.optimizer.zero_grad()
        loss, parts = combined(self.net(batch), batch)
        loss.backward()
        self.optimizer.step()
        return loss, parts

    def score(self, batch):
        self.net.eval()
        loss, _ = combined(self.net(batch), batch)
        return loss.item()

    def embed(self, batch):
        self.net.eval()
        return self.net(batch).argmax(-1)  # finding: `self.net` is evaluated with gradients enabled

    def rate(self, batch):
        with torch.no_grad():
            return self.score(batch)
