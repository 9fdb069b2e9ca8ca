"""Loads them, and others."""

import os

import torch
from torch import nn

from settings import Paths

net = nn.Linear(8, 2)
net.load_state_dict(torch.load(Paths.best))  # suspected: so a file put in its
net.load_state_dict(torch.load(Paths.begin))  # suspected: unpickles the file on
print(torch.load("runs/scale.pt"))  # suspected: so a file put in its
print(net.weight, torch.load("scale.pt"))  # finding: `torch.load("scale.pt")`


def mask(folder):
    mask = torch.load(os.path.join(folder, "mask.pk"))  # suspected: so a file put in its
    return mask * torch.load(os.path.join(folder, "edge.pk"))  # finding: < 2.6, so the file


class Loader:
    best = "elsewhere.pt"

    def read(self, path):
        return torch.load(path), torch.load(self.best)  # suspected: `torch.load(path)`  # suspected: `torch.load(self.best)`
