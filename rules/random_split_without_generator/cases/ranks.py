"""Splits that each process of a training makes for itself."""

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, random_split


def train(dataset, optimizer, rank):
    training, validation = random_split(dataset, [0.9, 0.1])  # finding: splits differently on each rank
    model = DistributedDataParallel(nn.Linear(1, 1))
    for rows in DataLoader(training, sampler=DistributedSampler(training)):
        optimizer.zero_grad()
        model(rows).pow(2).mean().backward()
        optimizer.step()
    if rank == 0:
        parts = random_split(validation, [0.5, 0.5])
        print([model.module(part[0]) for part in parts], dist.get_world_size())
