"""A loss that is averaged to be shown, which averages no gradient, whatever else the file says of them."""

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def average(tensor):
    dist.all_reduce(tensor, op=dist.ReduceOp.AVG)
    return tensor


def train(x, y, optimizer):
    model = DistributedDataParallel(nn.Linear(8, 2))
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model.module(x), y)  # finding: bypasses DistributedDataParallel
    loss.backward()
    norm = sum(parameter.grad.norm() for parameter in model.parameters())
    optimizer.step()
    print(average(loss.detach()), norm)
