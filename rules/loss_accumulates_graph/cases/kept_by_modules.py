"""Attributes of a module that grow by each forward, and those that something starts anew."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Averaged(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.mean = 0.0
        self.detached = 0.0
        self.without = 0.0

    def forward(self, x):
        x = self.layer(x)
        self.mean = self.mean * 0.9 + x.mean() * 0.1  # suspected: `self.mean` keeps the graph
        self.detached = self.detached * 0.9 + x.mean().detach() * 0.1
        with torch.no_grad():
            self.without = self.without * 0.9 + x.mean() * 0.1
        return x


class Penalised(nn.Module):
    """Its penalty is added to the loss, and starts anew with each batch."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.penalty = 0.0
        self.parts = 0.0

    def reset(self):
        self.penalty = 0.0

    def forward(self, x):
        x = self.layer(x)
        self.penalty = self.penalty + x.pow(2).mean()
        self.parts = 0.0
        for _ in range(3):
            self.parts = self.parts + x.abs().mean()
        return x


class Sparse(nn.Module):
    """What is outside starts it anew."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.extra = 0.0

    def forward(self, x):
        x = self.layer(x)
        self.extra = self.extra + x.abs().mean()
        return x


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


averaged, penalised, sparse = Averaged(), Penalised(), Sparse()
train(averaged, DataLoader(torch.randn(64, 4)))
optimizer = torch.optim.SGD([*penalised.parameters(), *sparse.parameters()], lr=0.1)
for x in DataLoader(torch.randn(64, 4)):
    penalised.reset()
    sparse.extra = 0.0
    loss = penalised(x).mean() + penalised.penalty + sparse(x).mean() + sparse.extra
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
