"""One way to ask for CUDA."""

import torch
from torch import nn


def made():
    return torch.ones(2).cuda(non_blocking=True)  # finding: `torch.ones(2).cuda(non_blocking=True)` fails


def on_the_host():
    return nn.Linear(2, 2), torch.ones(2)
