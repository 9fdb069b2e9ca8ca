"""Workers that seed themselves, in a function of theirs or in a class."""

import torch
import torch.multiprocessing as mp
from torch import nn


class Trainer:
    def __init__(self, rank, seed):
        torch.manual_seed(seed + rank)
        self.model = nn.Linear(4, 1)

    def train(self):
        self.model(torch.randn(8, 4)).mean().backward()


def set_up(rank, seed):
    torch.manual_seed(seed + rank)


def worker(rank, seed):
    set_up(rank, seed)
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def worker_with_trainer(rank, seed):
    Trainer(rank, seed).train()
    torch.zeros(1, requires_grad=True).backward()


def main(seed):
    torch.manual_seed(seed)
    mp.spawn(worker, nprocs=2, args=(seed,))


def main_with_trainer(seed):
    torch.manual_seed(seed)
    mp.spawn(worker_with_trainer, nprocs=2, args=(seed,))
