import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader


def fit(net, optimizer, loader):
    for epoch in range(10):
        optimizer.zero_grad()
        net.train()
        for x, y in loader:
            F.cross_entropy(net(x), y).backward()
            optimizer.step()  # finding: applies old gradients again; clear them


def through_a_function(optimizer, dataset):
    net = nn.Linear(3, 3)
    optimizer = torch.optim.Adam(net.parameters())
    for epoch in range(10):
        net.zero_grad()
        epoch_of(net, optimizer, DataLoader(dataset))


def epoch_of(net, optimizer, loader):
    for x, y in loader:
        F.cross_entropy(net(x), y).backward()
        optimizer.step()  # finding: applies old gradients again; clear


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def fit(self, loader):
        for epoch in range(10):
            self.optimizer.zero_grad()
            for x, y in loader:
                loss = F.cross_entropy(self.net(x), y)
                loss.backward()
                self.optimizer.step()  # finding: `self.optimizer.zero_grad()` runs only
