"""One seed for all processes."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, random_split


def train(dataset, optimizer):
    torch.manual_seed(0)
    training, _ = random_split(dataset, [0.9, 0.1])
    model = DistributedDataParallel(nn.Linear(1, 1))
    for rows in DataLoader(training, sampler=DistributedSampler(training)):
        optimizer.zero_grad()
        model(rows).pow(2).mean().backward()
        optimizer.step()
