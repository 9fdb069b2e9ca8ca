"""A function of a package that may seed, before the process draws."""

import torch
import torch.multiprocessing as mp
from runs_of_ours import start_run
from torch import nn


def worker(rank, seed):
    start_run(rank, seed)
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def main(seed):
    torch.manual_seed(seed)  # suspected: does not reach processes that `mp.spawn` starts
    mp.spawn(worker, nprocs=2, args=(seed,))
