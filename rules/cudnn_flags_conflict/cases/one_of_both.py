"""A choice: speed, or the same results."""

import torch
from torch.backends import cudnn


def prepare(deterministic):
    if deterministic:
        cudnn.deterministic = True
    else:
        cudnn.benchmark = True


def measured(benchmark):
    """An object of somebody else's."""
    benchmark.benchmark = True
    torch.deterministic = True
