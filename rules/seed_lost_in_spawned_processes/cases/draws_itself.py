"""The process that spawns others makes the model that they train, which the seed is for."""

import torch
import torch.multiprocessing as mp
from torch import nn


def worker(rank, model):
    model(torch.randn(8, 4)).mean().backward()


def main():
    torch.manual_seed(1)  # suspected: does not reach processes that `mp.spawn` starts
    model = nn.Linear(4, 1)
    model.share_memory()
    mp.spawn(worker, nprocs=2, args=(model,))
