"""Loads them, and others."""

import os

import torch
from torch import nn

from settings import Paths

net = nn.Linear(8, 2)
net.load_state_dict(torch.load(Paths.best))  # suspected: if somebody else wrote it
net.load_state_dict(torch.load(Paths.begin))  # suspected: unless the program itself wrote it
print(torch.load("runs/scale.pt"))  # suspected: if somebody else wrote it
print(net.weight, torch.load("scale.pt"))  # finding: `torch.load("scale.pt")` can execute


def mask(folder):
    mask = torch.load(os.path.join(folder, "mask.pk"))  # suspected: if somebody else wrote it
    return mask * torch.load(os.path.join(folder, "edge.pk"))  # finding: can execute code from the file


class Loader:
    best = "elsewhere.pt"

    def read(self, path):
        return torch.load(path), torch.load(self.best)  # suspected: `torch.load(path)`  # suspected: `torch.load(self.best)`
