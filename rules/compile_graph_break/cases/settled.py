import torch
from torch import nn


class Quiet(nn.Module):
    def __init__(self, verbose):
        super().__init__()
        self.verbose = verbose

    def forward(self, x):
        if self.verbose:
            print("shape", x.shape)  # suspected: runs in Python  # refuted
        return x * 2


class Loud(nn.Module):
    def __init__(self, verbose):
        super().__init__()
        self.verbose = verbose

    def forward(self, x):
        if self.verbose:
            print("shape", x.shape)  # suspected: runs in Python
        return x * 2


quiet, loud = Quiet(False), Loud(True)
quiet.compile(backend="eager")
loud.compile(backend="eager")
quiet(torch.randn(2, 3))
loud(torch.randn(2, 3))
