"""One way to ask for CUDA."""

import torch
from torch import nn


def made():
    return torch.ones(2, device=torch.device("cuda"))  # finding: `torch.device("cuda")` fails


def on_the_host():
    return nn.Linear(2, 2), torch.ones(2)
