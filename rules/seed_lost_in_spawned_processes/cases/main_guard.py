"""A seed under the main guard, which spawned processes don't run."""

import torch
import torch.multiprocessing as mp
from torch import nn


def worker(rank):
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


if __name__ == "__main__":
    torch.manual_seed(1)  # finding: does not reach processes that `mp.spawn` starts
    mp.spawn(worker, nprocs=2)
