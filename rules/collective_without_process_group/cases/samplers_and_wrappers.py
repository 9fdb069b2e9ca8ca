"""Samplers and wrappers that ask for the process group, in a program that creates one only under a launcher."""

import os

import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def train(data: TensorDataset) -> None:
    ddp = int(os.environ.get("RANK", -1)) != -1
    rank, ranks = 0, 1
    if ddp:
        dist.init_process_group("gloo")
        rank, ranks = dist.get_rank(), dist.get_world_size()
    told = DistributedSampler(data, num_replicas=ranks, rank=rank)  # asks for nothing
    by_place = DistributedSampler(data, ranks, rank)
    chosen = DistributedSampler(data) if ddp else None
    half_told = DistributedSampler(data, rank=rank)  # finding: raises in runs where `ddp` does not hold
    for sampler in (told, by_place, chosen, half_told):
        print(len(DataLoader(data, sampler=sampler)))


def fit(model: nn.Module) -> nn.Module:
    if "RANK" in os.environ:
        dist.init_process_group("gloo")
    model = DDP(model)  # finding: `DDP(model)` raises in runs where `"RANK" in os.environ` does not hold
    for epoch in range(3):
        print(model, epoch)
    return model


def wrap(model: nn.Module) -> nn.Module:
    if "RANK" in os.environ:
        dist.init_process_group("gloo")
        model = DDP(model)
    return model
