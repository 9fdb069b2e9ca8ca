"""Parts of a model that are cast, or constructed in float16, and trained with the rest."""

import torch
from torch import nn


class Prompted(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.head.half()  # finding: `self.head.half()` stores the parameters in float16
        self.gate = nn.Linear(8, 8, dtype=torch.float16)  # finding: stores the parameters in float16

    def forward(self, x):
        return self.head(self.gate(self.body(x).half()))


class Restored(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 2)
        self.head.half()

    def forward(self, x):
        return self.head(x)


def step(model, optimizer, x):
    optimizer.zero_grad()
    model(x).sum().backward()
    optimizer.step()


def prompted(loader):
    model = Prompted()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def restored(loader):
    model = Restored().float()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        step(model, optimizer, x)


def constructed(loader):
    model = nn.Linear(8, 2, dtype=torch.float16)  # finding: keep them in float32
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        step(model, optimizer, x)
