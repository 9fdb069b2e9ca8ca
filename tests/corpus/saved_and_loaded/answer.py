"""Loads what was trained."""

import torch
from torch import nn

net = nn.Linear(8, 2)
net.load_state_dict(torch.load("net.pt"))  # suspected: so a file put in its
print(net.weight)
