"""Processes that are copies, that draw nothing, or that another branch seeds."""

import torch
import torch.multiprocessing as mp
from torch import nn


def worker(rank):
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def evaluate(rank):
    print(rank)


def forked():
    torch.manual_seed(1)
    mp.start_processes(worker, nprocs=2, start_method="fork")


def only_evaluates():
    torch.manual_seed(1)
    mp.spawn(evaluate, nprocs=2)


def either(several):
    if several:
        mp.spawn(worker, nprocs=2)
    else:
        torch.manual_seed(1)
        worker(0)
