"""One forward of random numbers, to see that the layers fit together."""

import torch
from torch import nn


def build():
    return nn.Sequential(nn.Linear(3, 3), nn.Dropout())


def smoke():
    net = nn.Sequential(nn.Linear(3, 3), nn.Dropout())
    y = net(torch.randn(1, 3))
    print(y.size())


def shape():
    net = build()
    y = net(torch.randn(1, 3))
    print(y.shape)


def dimensions():
    net = build()
    y = net(torch.randn(1, 3))
    assert y.dim() == 2


def whole():
    net = build()
    y = net(torch.randn(1, 3))
    print(y)


if __name__ == "__main__":
    smoke()
    shape()
    dimensions()
    whole()
