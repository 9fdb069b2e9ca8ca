"""An object that collects for one step, and then starts over with a new list."""

import torch
from torch import nn
from torch.utils.data import DataLoader


class Parts:
    def __init__(self):
        self.losses, self.names = [], []

    def add(self, name, loss):
        self.names.append(name)
        self.losses.append(loss)

    def report(self):
        losses, self.losses, self.names = self.losses, [], []
        return {"loss": sum(float(loss) for loss in losses)}


class Everything(Parts):
    def __init__(self):
        super().__init__()
        self.all = []

    def add(self, name, loss):
        self.all.append(loss)


def train(model, loader, optimizer):
    parts, everything = Parts(), Everything()
    for x in loader:
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        parts.add("near", loss)
        everything.add("near", loss)  # finding: `everything` keeps the graph of every `loss` alive
        print(parts.report())


if __name__ == "__main__":
    net = nn.Linear(4, 1)
    train(net, DataLoader(torch.randn(8, 4)), torch.optim.SGD(net.parameters(), lr=0.1))
