"""Policies that are asked for one state at a time, or for several."""

import torch
import torch.nn.functional as F
from torch import nn


class OfOne(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)

    def forward(self, state):
        return F.softmax(self.out(state), dim=0)  # suspected: over the batch  # refuted


class OfSeveral(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)

    def forward(self, state):
        return F.softmax(self.out(state), dim=0)  # suspected: over the batch


def ask(policy, state):
    return policy(state)


print(ask(OfOne(), torch.tensor([0.1, 0.2, 0.3, 0.4])), ask(OfSeveral(), torch.stack([torch.rand(4)] * 3)))
