"""Processes that get the seed of whoever calls, which is one for all of them."""

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


class Trainer:
    def __init__(self, width):
        self.net = nn.Linear(width, width)

    def fit(self, batches):
        model = DDP(self.net)
        for x in batches:
            model(x + torch.randn_like(x)).mean().backward()


def again(work, batches):
    for _ in range(3):
        work(batches)


def train(rank, count, batches, seed, own_seeds):
    dist.init_process_group("gloo", rank=rank, world_size=count)
    torch.manual_seed(seed)  # finding: `torch.manual_seed(seed)` makes all ranks draw the same noise
    trainer = Trainer(8)
    again(trainer.fit, batches)


def seed_all(number):
    torch.manual_seed(number)


def train_by_a_function(rank, count, batches, seed):
    dist.init_process_group("gloo", rank=rank, world_size=count)
    seed_all(seed)  # finding: `seed_all(seed)` makes all ranks draw the same noise
    again(Trainer(8).fit, batches)


def train_apart(rank, count, batches, seed):
    dist.init_process_group("gloo", rank=rank, world_size=count)
    torch.manual_seed(seed + rank)
    again(Trainer(8).fit, batches)


def start(batches, seed, count=2):
    mp.spawn(train, args=(count, batches, seed, [seed + one for one in range(count)]), nprocs=count)
    mp.spawn(train_by_a_function, args=(count, batches, seed), nprocs=count)
    mp.spawn(train_apart, args=(count, batches, seed), nprocs=count)
