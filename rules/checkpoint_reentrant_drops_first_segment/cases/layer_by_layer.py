"""Layers that a loop checkpoints one after the other: of the batch itself, and of what a layer has made of it."""

import torch
import torch.utils.checkpoint as cp
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(8, 8) for _ in range(3))

    def forward(self, x):
        for layer in self.layers:
            x = cp.checkpoint(layer, x, use_reentrant=True)  # finding: `cp.checkpoint` gives `layer` no gradients, as
        return x


class StackAfterALayer(Stack):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 8)

    def forward(self, x):
        x = self.first(x)
        for layer in self.layers:
            x = cp.checkpoint(layer, x, use_reentrant=True)
        return x


def train(net, loader):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()


def main(data):
    train(Stack(), torch.utils.data.DataLoader(data, batch_size=8))
    train(StackAfterALayer(), torch.utils.data.DataLoader(data, batch_size=8))
