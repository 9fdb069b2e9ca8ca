"""Each pass switches the model by a method of its owner, or to the mode that a flag says."""

import torch
from torch import nn
from torch.nn import functional as F


def epoch_of(model, loader, optimizer, in_train_mode=True):
    model.train(in_train_mode)
    for x, y in loader:
        loss = F.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


@torch.no_grad()
def judge(model, loader):
    model.eval()
    return sum((model(x).argmax(1) == y).sum().item() for x, y in loader)


def run(options, loader):
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        epoch_of(model, loader, optimizer, options.train_mode)
        print(judge(model, loader))


class Learner:
    def __init__(self, network):
        self.network = network
        self.inner = network.module if hasattr(network, "module") else network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def train(self):
        self.inner.train()

    def fit(self, loader):
        for _ in range(3):
            self.train()
            for x, y in loader:
                loss = F.cross_entropy(self.network(x), y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
            self.network.eval()
            with torch.no_grad():
                print(sum((self.network(x).argmax(1) == y).sum().item() for x, y in loader))


def forgotten(loader):
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    model.train()
    for _ in range(3):  # finding: `model` trains in eval mode from the second iteration on
        for x, y in loader:
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(judge(model, loader))
