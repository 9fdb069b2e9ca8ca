"""Processes that are given the state of their parent's generator."""

import torch
import torch.multiprocessing as mp
from torch import nn


def worker(rank, state):
    torch.set_rng_state(state)
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def main(seed):
    torch.manual_seed(seed)
    mp.spawn(worker, nprocs=2, args=(torch.get_rng_state(),))
