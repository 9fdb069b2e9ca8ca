"""Trains, evaluates and keeps a copy; the loop begins with train() each time."""

import copy

import torch
from torch import nn

from .networks import Network  # a file that was never added


class Pipeline:
    def __init__(self, **settings):
        self.build(**settings)
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)

    def build(self, **settings):
        self.model = Network(**settings)
        self.model.to("cpu")

    def train(self, loader):
        best, highest, waited = None, 0, 0
        for epoch in range(50):
            self.model.train()
            for rows, labels in loader:
                logits = self.model(rows)
                loss = self.criterion(logits, labels)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            share = self.predict(loader)
            if share >= highest:
                best, highest, waited = copy.deepcopy(self.model), share, 0
            else:
                waited += 1
            if waited == 5:
                self.model = best
                break

    def predict(self, loader):
        self.model.eval()
        right, seen = 0, 0
        for rows, labels in loader:
            logits = self.model(rows)  # finding: `self.model` is evaluated with gradients enabled
            right += (logits.argmax(1) == labels).sum().item()
            seen += len(labels)
        return right / max(seen, 1)
