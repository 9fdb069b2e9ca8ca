"""Gradients of what is not wrapped are averaged by hand."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def train(loader):
    net = DistributedDataParallel(nn.Linear(8, 4))
    head = nn.Linear(4, 2)
    optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(head(net(x)), y).backward()
        for p in head.parameters():
            dist.all_reduce(p.grad, op=dist.ReduceOp.AVG)
        optimizer.step()
