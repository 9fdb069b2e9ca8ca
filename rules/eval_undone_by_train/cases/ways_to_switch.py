import torch
from torch import nn


def net():
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Dropout(0.1))


class Target(nn.Module):
    def __init__(self, online):
        super().__init__()
        self.online = online
        self.target = net()
        self.target.train(False)  # finding: puts `self.target` back in train mode
        self.head = self.frozen(net())  # finding: puts `self.head` back in train mode

    @staticmethod
    def frozen(module):
        module.requires_grad_(False)
        return module.eval()

    def forward(self, x):
        return self.head(self.online(x)) - self.target(x)


class Trained(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = net()
        self.net.train(True)

    def forward(self, x):
        return self.net(x)


def train(batches):
    target, trained = Target(net()), Trained()
    target.train()
    trained.train()
    for x in batches:
        (target(x) + trained(x)).mean().backward()
