"""Loads what was trained."""

import torch
from torch import nn

net = nn.Linear(8, 2)
net.load_state_dict(torch.load("net.pt"))  # suspected: if somebody else wrote it
print(net.weight)
