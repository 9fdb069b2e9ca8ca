"""Three names; two of them are run by callers who know them under others."""

from torch import nn


def assess(net, loader):
    net.eval()
    return [net(x).argmax(1) for x in loader]


def measure(net, loader):
    net.eval()
    return [net(x).argmax(1) for x in loader]  # finding: `net` is evaluated with gradients enabled


def probable():
    return nn.Sequential(nn.Linear(4, 2), nn.Softmax(1))
