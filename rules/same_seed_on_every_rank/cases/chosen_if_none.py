"""A seed that is chosen at random only if the settings have none; another that is chosen in any case."""

import random

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def set_seed(settings):
    if settings.seed is None:
        settings.seed = random.randint(1, 10000)
    torch.manual_seed(settings.seed)  # finding: makes all ranks draw the same noise


def train(rank, settings):
    set_seed(settings)
    dist.init_process_group("gloo", rank=rank, world_size=2)
    model = DDP(nn.Linear(3, 1))
    for x in settings.batches:
        model(x + torch.randn_like(x)).sum().backward()


def train_by_chance(rank, settings):
    settings.chance = random.randint(1, 10000)
    torch.manual_seed(settings.chance)
    dist.init_process_group("gloo", rank=rank, world_size=2)
    model = DDP(nn.Linear(3, 1))
    for x in settings.batches:
        model(x + torch.randn_like(x)).sum().backward()


def main(settings):
    mp.spawn(train, args=(settings,), nprocs=2)
    mp.spawn(train_by_chance, args=(settings,), nprocs=2)
