"""Training of a sharded model whose optimizer was made too early, and of one whose optimizer was made in time."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.utils.data import DataLoader, DistributedSampler


def network():
    return nn.Sequential(nn.Embedding(100, 16), nn.Linear(16, 16), nn.GELU(), nn.Linear(16, 100)).cuda()


def run(net, optimizer, batches):
    for tokens, following in batches:
        tokens, following = tokens.cuda(), following.cuda()
        optimizer.zero_grad()
        nn.functional.cross_entropy(net(tokens).flatten(0, 1), following.flatten()).backward()
        optimizer.step()


def main(data):
    dist.init_process_group("nccl")
    batches = DataLoader(data, 8, sampler=DistributedSampler(data))
    early = network()
    optimizer = torch.optim.AdamW(early.parameters(), lr=3e-4)
    fully_shard(early)  # finding: `fully_shard(early)` makes new parameters
    run(early, optimizer, batches)

    late = network()
    fully_shard(late)
    run(late, torch.optim.AdamW(late.parameters(), lr=3e-4), batches)
