"""Loads them, and others."""

import os

import torch
from torch import nn

from settings import Paths

net = nn.Linear(8, 2)
net.load_state_dict(torch.load(Paths.best))  # suspected: should somebody else have written it
net.load_state_dict(torch.load(Paths.begin))  # suspected: unless the program itself has written it
print(torch.load("runs/scale.pt"))  # suspected: should somebody else have written it
print(net.weight, torch.load("scale.pt"))  # finding: `torch.load("scale.pt")` runs


def mask(folder):
    mask = torch.load(os.path.join(folder, "mask.pk"))  # suspected: should somebody else have written it
    return mask * torch.load(os.path.join(folder, "edge.pk"))  # finding: runs the code that the file holds


class Loader:
    best = "elsewhere.pt"

    def read(self, path):
        return torch.load(path), torch.load(self.best)  # suspected: `torch.load(path)`  # suspected: `torch.load(self.best)`
