"""Models of several styles, and what a trainer asks them for."""

import torch
from torch import nn


class Scorer(nn.Module):
    def __init__(self, features, hidden=32, out=1):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(features, hidden), nn.ReLU())
        self.head = nn.Linear(hidden, out)

    def forward(self, rows):
        return self.head(self.body(rows))

    def probabilities(self, rows):
        return torch.sigmoid(self(rows))


class Classes(nn.Module):
    def __init__(self, features, classes):
        super().__init__()
        self.layer = nn.Linear(features, classes)

    def forward(self, rows):
        return self.layer(rows)
