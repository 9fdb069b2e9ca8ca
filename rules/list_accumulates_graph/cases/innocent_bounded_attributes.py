"""An object that keeps the last twenty, or all of them."""

from collections import deque

import torch
from torch import nn
from torch.utils.data import DataLoader


class Window:
    def __init__(self, size=20):
        self.recent = deque(maxlen=size)

    def put(self, value):
        self.recent.append(value)


class Record:
    def __init__(self):
        self.all = deque()

    def put(self, value):
        self.all.append(value)


def train(model, loader, optimizer):
    window, record = Window(), Record()
    for x in loader:
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        window.put(loss)
        record.put(loss)  # finding: `record` keeps the graph of every `loss` alive
    return len(window.recent), len(record.all)


if __name__ == "__main__":
    net = nn.Linear(4, 1)
    train(net, DataLoader(torch.randn(8, 4)), torch.optim.SGD(net.parameters(), lr=0.1))
