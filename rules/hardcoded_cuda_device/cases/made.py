"""One way to ask for CUDA."""

import torch
from torch import nn


def made():
    return torch.zeros(2, 2, device="cuda:1")  # finding: `torch.zeros(2, 2, device="cuda:1")` fails


def on_the_host():
    return nn.Linear(2, 2), torch.ones(2)
