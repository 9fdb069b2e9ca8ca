"""Models whose mode before the loop, or whose layers, this file does not show."""

import torch
import torch.nn.functional as F
from elsewhere import build
from torch.utils.data import DataLoader

loader = DataLoader([])


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def fit(self, epochs):
        for epoch in range(epochs):  # suspected: `self.model` trains in eval mode from the second iteration on
            for rows, labels in loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(rows), labels).backward()
                self.optimizer.step()
            self.validate()

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        return [self.model(rows).argmax(1) for rows, _ in loader]


class Explicit(Trainer):
    def fit(self, epochs):
        self.model.train()
        for epoch in range(epochs):  # finding: `self.model` trains in eval mode from the second iteration on
            for rows, labels in loader:
                self.optimizer.zero_grad()
                F.cross_entropy(self.model(rows), labels).backward()
                self.optimizer.step()
            self.validate()


def built():
    model = build()
    optimizer = torch.optim.Adam(model.parameters())
    for epoch in range(3):  # suspected: `model` trains in eval mode from the second iteration on
        for rows, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(rows), labels).backward()
            optimizer.step()
        model.eval()
        print([model(rows).argmax(1) for rows, _ in loader])
