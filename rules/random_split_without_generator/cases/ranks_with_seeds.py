"""A seed for each process, which may come before or after others."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, random_split


def train(dataset, optimizer, seed):
    torch.manual_seed(seed + dist.get_rank())
    training, _ = random_split(dataset, [0.9, 0.1])  # suspected: splits differently on each rank
    model = DistributedDataParallel(nn.Linear(1, 1))
    for rows in DataLoader(training, sampler=DistributedSampler(training)):
        optimizer.zero_grad()
        model(rows).pow(2).mean().backward()
        optimizer.step()
