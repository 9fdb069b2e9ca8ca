"""Gradients that are clipped, of models that are sharded, and of others."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel, ShardingStrategy, fully_shard
from torch.nn.utils import clip_grad_norm_


def step(net, optimizer, x):
    optimizer.zero_grad()
    net(x).sum().backward()
    clip_grad_norm_(net.parameters(), max_norm=1.0)  # finding: use `net.clip_grad_norm_`
    optimizer.step()


def in_a_helper(batches):
    net = FullyShardedDataParallel(nn.Linear(8, 2).cuda())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        step(net, optimizer, x)


class Trainer:
    def __init__(self, strategy):
        self.net = FullyShardedDataParallel(nn.Linear(8, 2), sharding_strategy=strategy)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def fit(self, batches):
        for x in batches:
            self.optimizer.zero_grad()
            self.net(x).sum().backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), 1.0, foreach=True)  # suspected: clips each shard
            self.optimizer.step()


def by_hybrid(batches):
    net = FullyShardedDataParallel(nn.Linear(8, 2), sharding_strategy=ShardingStrategy.HYBRID_SHARD)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        nn.utils.clip_grad_norm_(list(net.parameters()), 1.0)  # finding: use the wrapper's `clip_grad_norm_`
        optimizer.step()


def by_value(batches):
    net = FullyShardedDataParallel(nn.Linear(8, 2))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        nn.utils.clip_grad_value_(net.parameters(), 0.5)
        optimizer.step()


def whole(batches):
    net = FullyShardedDataParallel(nn.Linear(8, 2), sharding_strategy=ShardingStrategy.NO_SHARD)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def second_generation(batches):
    net = nn.Linear(8, 2)
    fully_shard(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


def another(batches):
    teacher, student = FullyShardedDataParallel(nn.Linear(8, 2)), nn.Linear(8, 2)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        (teacher(x) - student(x)).square().sum().backward()
        clip_grad_norm_(student.parameters(), 1.0)
        optimizer.step()


def sharded_on_request(batches, is_sharded):
    net = nn.Linear(8, 2)
    if is_sharded:
        net = FullyShardedDataParallel(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        clip_grad_norm_(net.parameters(), 1.0)  # suspected: clips each shard by its own norm
        optimizer.step()
