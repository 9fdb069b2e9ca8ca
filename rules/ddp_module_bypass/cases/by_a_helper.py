"""Gradients that a function averages, of what it is given, or of one flat tensor."""

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def average(tensor):
    dist.all_reduce(tensor)
    tensor /= dist.get_world_size()


def train(x, y, optimizer):
    model = DistributedDataParallel(nn.Linear(8, 2))
    optimizer.zero_grad()
    nn.functional.cross_entropy(model.module(x), y).backward()
    for parameter in model.parameters():
        average(parameter.grad)
    optimizer.step()
