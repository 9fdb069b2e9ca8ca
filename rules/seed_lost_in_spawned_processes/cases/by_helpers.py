"""Seeds that helpers set: of a library, and of the project, whatever they are called."""

import torch
import torch.multiprocessing as mp
from pytorch_lightning import seed_everything
from torch import nn


def worker(rank, settings):
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def seeded_worker(rank, settings):
    fix(settings.number + rank)
    nn.Linear(4, 1)(torch.randn(8, 4)).mean().backward()


def fix(number):
    torch.manual_seed(number)
    torch.cuda.manual_seed_all(number)


def by_a_library(settings):
    seed_everything(1)  # suspected: `seed_everything(1)` does not reach processes that `mp.spawn` starts
    mp.spawn(worker, args=(settings,), nprocs=2)


def by_the_project(settings):
    fix(settings.number)  # suspected: `fix(settings.number)` does not reach processes that `mp.spawn` starts
    mp.spawn(worker, args=(settings,), nprocs=2)


def in_each_process(settings):
    fix(settings.number)
    mp.spawn(seeded_worker, args=(settings,), nprocs=2)
