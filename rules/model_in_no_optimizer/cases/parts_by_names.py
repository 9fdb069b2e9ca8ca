"""Optimizers that are given parameters by their names: a new part whose names they don't ask for, and one that they do."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.hub import load


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = load("models", "body")
        self.adapter = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.unused = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(F.relu(self.adapter(self.body(x))))


def train(model, optimizer, x, y):
    optimizer.zero_grad()
    F.cross_entropy(model(x), y).backward()
    optimizer.step()


def fit(loader):
    model = Adapted()
    chosen = []
    for name, parameter in model.named_parameters():
        if "adapter" in name:
            chosen.append(parameter)
    optimizer = torch.optim.Adam(chosen, lr=1e-3)  # suspected: `model.head` is in no optimizer
    for x, y in loader:
        train(model, optimizer, x, y)
