"""Trained by several processes: what is in the wrapper is called once with, and once without it."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler


def policy_step(samples, optimizer):
    inner = policy.module if isinstance(policy, DistributedDataParallel) else policy
    for x, y in samples:
        loss = nn.functional.cross_entropy(inner(x), y)  # finding: `inner(x)` bypasses
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def policy_step_through_it(samples, optimizer):
    inner = policy.module if isinstance(policy, DistributedDataParallel) else policy
    print(sum(p.numel() for p in inner.parameters()))
    for x, y in samples:
        loss = nn.functional.cross_entropy(policy(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


if __name__ == "__main__":
    dist.init_process_group("nccl")
    policy = nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 2)).cuda()
    optimizer = torch.optim.AdamW(policy.parameters())
    if dist.is_initialized():
        policy = DistributedDataParallel(policy)
    data = [(torch.randn(4).cuda(), 0)] * 64
    samples = DataLoader(data, 8, sampler=DistributedSampler(data))
    policy_step(samples, optimizer)
    policy_step_through_it(samples, optimizer)
