"""A seed of the single process, after which the function is left; and one for all that reaches no other process."""

import torch
import torch.multiprocessing as mp
from torch import nn


def worker(rank):
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def main(processes, seed):
    if processes == 1:
        torch.manual_seed(seed)
        return worker(0)
    return mp.spawn(worker, nprocs=processes)
