"""Whoever uses the wrapper's method somewhere uses the other one for what is not wrapped."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel


def fit(batches, is_sharded):
    net = nn.Linear(8, 2)
    if is_sharded:
        net = FullyShardedDataParallel(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        if is_sharded:
            net.clip_grad_norm_(1.0)
        else:
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
