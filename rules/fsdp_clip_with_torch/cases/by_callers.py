"""Models that a function shards, which callers call on a condition, or always."""

import torch
from torch import nn
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.nn.parallel import DistributedDataParallel as DDP


def shard(net):
    return FSDP(net)


def always_shard(net):
    return FSDP(net)


def wrap(net, kind):
    match kind:
        case "fsdp":
            return FSDP(net)
        case _:
            return DDP(net)


def fit_either(args, batches):
    net = nn.Linear(8, 2).cuda()
    if args.is_sharded:
        net = shard(net)
    else:
        net = DDP(net)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # suspected: use `net.clip_grad_norm_`
        optimizer.step()


def fit_by_kind(args, batches):
    net = wrap(nn.Linear(8, 2).cuda(), args.kind)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # suspected: use `net.clip_grad_norm_`
        optimizer.step()


def fit_sharded(batches):
    net = always_shard(nn.Linear(8, 2).cuda())
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        net(x).sum().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)  # finding: use `net.clip_grad_norm_`
        optimizer.step()
