"""How many segments there are decides what is recomputed."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint_sequential


class Network(nn.Module):
    def __init__(self, segments):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2))
        self.segments = segments

    def forward(self, x):
        return checkpoint_sequential(self.layers, self.segments, x, use_reentrant=False)  # suspected: `self.layers`


class InOne(nn.Module):
    def __init__(self, segments):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 2))
        self.segments = segments

    def forward(self, x):
        return checkpoint_sequential(self.layers, self.segments, x, use_reentrant=False)  # suspected: layers # refuted


for network in (Network(2), InOne(1)):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for step in range(4):
        loss = network(torch.randn(8, 4)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
