"""Parts of a wrapped ModuleDict, which can't be called as a whole."""

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def train(loader, rank):
    nets = DDP(nn.ModuleDict({"small": nn.Linear(8, 2), "large": nn.Linear(8, 2)}), device_ids=[rank])
    optimizer = torch.optim.SGD(nets.parameters(), lr=0.1)
    for name, x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(nets.module[name](x), y).backward()  # finding: bypasses DistributedDataParallel
        optimizer.step()


def train_each(loader, rank):
    nets = nn.ModuleDict({name: DDP(nn.Linear(8, 2), device_ids=[rank]) for name in ("small", "large")})
    optimizer = torch.optim.SGD(nets.parameters(), lr=0.1)
    for name, x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(nets[name](x), y).backward()
        optimizer.step()


@torch.no_grad()
def evaluate(loader, rank):
    nets = DDP(nn.ModuleDict({"small": nn.Linear(8, 2), "large": nn.Linear(8, 2)}), device_ids=[rank]).eval()
    return [nets.module[name](x).argmax(1) for name, x in loader]
