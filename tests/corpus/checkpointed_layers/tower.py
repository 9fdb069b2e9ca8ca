"""A tower of layers that saves memory, trained on what the loader gives."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
from torch.utils.data import DataLoader


class Tower(nn.Module):
    def __init__(self, depth, width):
        super().__init__()
        self.floors = nn.ModuleList([nn.Sequential(nn.Linear(width, width), nn.GELU()) for _ in range(depth)])
        self.roof = nn.Linear(width, 2)

    def forward(self, rows):
        for floor in self.floors:
            rows = checkpoint(floor, rows, use_reentrant=True)  # finding: gives `floor` no gradients
        return self.roof(rows)


def train(data):
    tower = Tower(4, 16)
    optimizer = torch.optim.AdamW(tower.parameters())
    for rows, labels in DataLoader(data, batch_size=32, shuffle=True):
        optimizer.zero_grad()
        nn.functional.cross_entropy(tower(rows), labels).backward()
        optimizer.step()
