"""One way to ask for CUDA."""

import torch
from torch import nn


def made():
    return nn.Linear(2, 2).to("cuda")  # finding: `nn.Linear(2, 2).to("cuda")` fails where PyTorch finds no GPU


def on_the_host():
    return nn.Linear(2, 2), torch.ones(2)
