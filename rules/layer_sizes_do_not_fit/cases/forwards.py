"""Layers that forwards call one after the other."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.functional import F as functional
from torch_geometric.nn import GATv2Conv, GCNConv


class Net(nn.Module):
    def __init__(self, deep=False):
        super().__init__()
        self.first, self.act = nn.Linear(8, 64), nn.ReLU()
        self.second = nn.Linear(32, 16)  # finding: this layer expects 32 inputs, but the previous layer outputs 64
        self.third = nn.Linear(16, 4)
        self.chosen = nn.Linear(4, 8)
        if deep:
            self.chosen = nn.Linear(4, 2)
        self.last = nn.Linear(2, 1)
        self.conv, self.flat = nn.Conv2d(3, 8, 3), nn.Linear(8 * 36, 2)

    def forward(self, x, images):
        x = self.act(self.first(x))
        x = F.dropout(x, 0.1, self.training)
        x = torch.relu(self.second(x))
        x = self.last(self.chosen(self.third(x)))
        both = torch.cat([x, x], 1)
        return self.last(both), self.flat(self.conv(images).flatten(1))


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.small, self.large = nn.Linear(4, 8), nn.Linear(4, 16)
        self.of_small, self.of_large = nn.Linear(8, 2), nn.Linear(16, 2)
        self.of_two = nn.Linear(24, 2)

    def forward(self, x, wide):
        small, large = self.small(x), self.large(x)
        y = small
        if wide:
            y = large
        return self.of_small(small), self.of_large(large), self.of_two(torch.cat([small, large], 1)), self.of_small(y)


class Graph(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = GATv2Conv(128, 128, heads=2, dropout=0.4)
        self.after = GATv2Conv(128 * 4, 4, heads=1, concat=False)  # finding: is 512, but the previous layer outputs 256
        self.mean = GATv2Conv(4, 8, heads=2, concat=False)
        self.of_mean = GCNConv(8, 16)
        self.sides = GATv2Conv(16, 8, heads=4)
        self.of_sides = GCNConv(8 * 4, 2)

    def forward(self, x, edges):
        x = F.relu(self.attention(x, edges))
        x = self.after(x, edges)
        x = self.of_mean(self.mean(x, edges), edges)
        return self.of_sides(self.sides(x, edges).relu(), edges)


class ByAnotherName(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 8), nn.Linear(16, 2)  # finding: this layer expects 16 inputs

    def forward(self, x):
        return self.second(functional.dropout(self.first(x)))


class NormBetween(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = nn.Conv2d(3, 16, 3), nn.Conv2d(16, 8, 3)
        self.norm = nn.BatchNorm2d(32)  # finding: this layer expects 32 inputs, but the previous layer outputs 16
        self.layers = nn.Sequential(
            nn.Conv2d(8, 16, 3),
            nn.BatchNorm2d(32),  # finding: this layer expects 32 inputs, but the previous layer outputs 16
            nn.ReLU(),
            nn.Conv2d(16, 8, 3),
        )

    def forward(self, x):
        return self.layers(self.last(self.norm(self.first(x))))
