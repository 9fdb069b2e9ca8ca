"""Ranks that a function returns."""

import os

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def set_up() -> int:
    dist.init_process_group("nccl")
    rank = dist.get_rank()
    return rank


def set_up_local() -> int:
    dist.init_process_group("nccl")
    return int(os.environ["LOCAL_RANK"])


def main() -> None:
    rank = set_up()
    device = torch.device(f"cuda:{rank}")  # finding: counts over all machines
    model = DistributedDataParallel(nn.Linear(4, 1).to(device), device_ids=[device])
    print(model)


def main_local() -> None:
    local_rank = set_up_local()
    device = torch.device(f"cuda:{local_rank}")
    print(DistributedDataParallel(nn.Linear(4, 1).to(device), device_ids=[device]), dist.get_rank())
