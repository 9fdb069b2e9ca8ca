"""Modules in a loop, each of which is wrapped."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def train(x, y):
    nets = {"encoder": nn.Linear(8, 4), "head": nn.Linear(4, 2)}
    other = nn.Linear(8, 8)
    for name in nets:
        nets[name] = DDP(nets[name])
    optimizer = torch.optim.SGD([*nets["head"].parameters(), *other.parameters()], lr=0.1)
    optimizer.zero_grad()
    nn.functional.cross_entropy(nets["head"](nets["encoder"](other(x))), y).backward()
    optimizer.step()
