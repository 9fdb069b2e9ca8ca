"""A class that trains itself, for whatever settings it is given; here it is used without dropout."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader

loader = DataLoader([])


class Estimator(nn.Module):
    def fit(self, epochs):
        optimizer = torch.optim.Adam(self.parameters())
        self.train()
        for epoch in range(epochs):  # finding: `self` trains in eval mode from the second iteration on
            for rows, labels in loader:
                optimizer.zero_grad()
                F.cross_entropy(self(rows), labels).backward()
                optimizer.step()
            self.score()

    @torch.no_grad()
    def score(self):
        self.eval()
        return [self(rows).argmax(1) for rows, _ in loader]


class Perceptron(Estimator):
    def __init__(self, dropout=0.0):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, 8), nn.Dropout(dropout), nn.Linear(8, 2))

    def forward(self, rows):
        return self.layers(rows)


Perceptron().fit(3)
