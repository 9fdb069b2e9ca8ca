"""Models whose methods give the parameters of their parts."""

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(8, 16)
        self.decoder = nn.Linear(16, 16)
        self.head = nn.Linear(16, 4)

    def forward(self, x):
        return self.head(self.decoder(self.encoder(x).relu()).relu())

    def slow(self):
        return self.encoder.parameters()

    def fast(self):
        for part in [self.decoder]:
            yield from part.parameters()


class Whole(Net):
    def fast(self):
        for part in [self.decoder, self.head]:
            yield from part.parameters()


def train(loader):
    model = Net()
    groups = [{"params": model.slow(), "lr": 0.01}, {"params": model.fast()}]
    optimizer = torch.optim.SGD(groups, lr=0.1)  # finding: `model.head` is in no optimizer, so it never learns
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def train_whole(loader):
    net = Whole()
    optimizer = torch.optim.SGD([{"params": net.slow(), "lr": 0.01}, {"params": net.fast()}], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()
