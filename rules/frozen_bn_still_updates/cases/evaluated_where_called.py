"""A loss that keeps a frozen copy of the model: `train()` reaches the copy, which one class puts back in eval mode."""

import copy

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        return self.norm(self.body(x))


class BackInEval(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.old = copy.deepcopy(model)
        for p in self.old.parameters():
            p.requires_grad = False

    def forward(self, x):
        self.old.eval()
        with torch.no_grad():
            before = self.old(x)
        return F.mse_loss(self.model(x), before)


class StillInTrain(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.old = copy.deepcopy(model)
        self.old.eval()
        for p in self.old.parameters():  # suspected: `self.old` is frozen, but its BatchNorm statistics keep changing
            p.requires_grad = False

    def forward(self, x):
        with torch.no_grad():
            before = self.old(x)
        return F.mse_loss(self.model(x), before)


def fit(loss, loader):
    optimizer = torch.optim.SGD(loss.model.parameters(), lr=0.1)
    loss.train()
    for x in loader:
        optimizer.zero_grad()
        loss(x).backward()
        optimizer.step()


def main(loader):
    fit(BackInEval(Net()), loader)
    fit(StillInTrain(Net()), loader)
