"""The processes load what they train, and may draw nothing."""

import random

import torch
import torch.multiprocessing as mp


def worker(rank, names, path):
    net = torch.load(path, weights_only=False)
    for name in names:
        net(torch.load(name)).mean().backward()


def main(names, path, seed):
    random.seed(seed)
    torch.manual_seed(seed)  # suspected: does not reach processes that `mp.spawn` starts
    random.shuffle(names)
    mp.spawn(worker, nprocs=2, args=(names[:10], path))
