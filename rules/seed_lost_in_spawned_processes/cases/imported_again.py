"""Code outside functions runs in each spawned process, too."""

import torch
import torch.multiprocessing as mp
from torch import nn

torch.manual_seed(1)


def worker(rank):
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def main(seed):
    torch.manual_seed(seed)
    mp.spawn(worker, nprocs=2)


if __name__ == "__main__":
    mp.spawn(worker, nprocs=2)
