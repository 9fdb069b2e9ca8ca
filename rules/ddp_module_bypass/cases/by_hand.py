"""Gradients that are averaged by hand."""

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train(x, y, optimizer):
    model = DistributedDataParallel(nn.Linear(8, 2))
    optimizer.zero_grad()
    nn.functional.cross_entropy(model.module(x), y).backward()
    for parameter in model.parameters():
        dist.all_reduce(parameter.grad, op=dist.ReduceOp.AVG)
    optimizer.step()
