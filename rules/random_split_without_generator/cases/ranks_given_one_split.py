"""A split that the first process gives to all others."""

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, Subset, random_split


def train(dataset, optimizer):
    parts = [part.indices for part in random_split(dataset, [0.9, 0.1])]
    dist.broadcast_object_list(parts)
    training = Subset(dataset, parts[0])
    model = DistributedDataParallel(nn.Linear(1, 1))
    for rows in DataLoader(training, sampler=DistributedSampler(training)):
        optimizer.zero_grad()
        model(rows).pow(2).mean().backward()
        optimizer.step()
