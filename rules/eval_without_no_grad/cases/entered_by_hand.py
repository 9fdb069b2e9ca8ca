"""Gradients are off from a call of `__enter__` on, as `with` makes it."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        return self.layer(x)


def entered(path, loader):
    net = Net()
    net.load_state_dict(torch.load(path))
    net.eval()
    torch.no_grad().__enter__()
    return [net(x).argmax(1).tolist() for x in loader]


def only_made(path, loader):
    net = Net()
    net.load_state_dict(torch.load(path))
    net.eval()
    off = torch.no_grad()
    print(off)
    return [net(x).argmax(1).tolist() for x in loader]  # finding: `net` is evaluated with gradients enabled
