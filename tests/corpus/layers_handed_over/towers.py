"""Models that are given their towers in a list, and keep the list as it is."""

import torch
from torch import nn


class Towers(nn.Module):
    def __init__(self, towers):
        super().__init__()
        self.towers = towers  # finding: `self.towers` is a plain list
        self.head = nn.Linear(16, 2)

    def forward(self, image):
        return self.head(torch.cat([tower(image) for tower in self.towers], dim=1))


class Registered(nn.Module):
    def __init__(self, towers):
        super().__init__()
        self.towers = nn.ModuleList(towers)
        self.head = nn.Linear(16, 2)

    def forward(self, image):
        return self.head(torch.cat([tower(image) for tower in self.towers], dim=1))


class Deep(nn.Module):
    def __init__(self, stages: list[nn.Module]):
        super().__init__()
        self.stages = stages  # suspected: `self.stages` is a plain list
        self.head = nn.Linear(8, 2)

    def forward(self, rows):
        for stage in self.stages:
            rows = stage(rows)
        return self.head(rows)


def main():
    near, far = nn.Linear(8, 8), nn.Linear(8, 8)
    both = Towers(towers=[near, far])
    known = Registered([nn.Linear(8, 8), nn.Linear(8, 8)])
    return torch.optim.AdamW([*both.parameters(), *known.parameters()], lr=1e-4)
