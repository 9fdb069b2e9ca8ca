"""A seed that only the process has that spawns the others."""

import random

import torch
import torch.multiprocessing as mp
from torch import nn


def seed_all(seed):
    random.seed(seed)
    torch.manual_seed(seed)


def worker(rank, steps):
    model = nn.Linear(4, 1)
    for _ in range(steps):
        model(torch.randn(8, 4)).mean().backward()


def start(args):
    if args.distributed:
        mp.spawn(worker, nprocs=2, args=(args.steps,))
    else:
        worker(0, args.steps)


def main(args):
    if args.seed is not None:
        seed_all(args.seed)  # finding: does not reach processes that `mp.spawn` starts; seed in `worker`
    start(args)
