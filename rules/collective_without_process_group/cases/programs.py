"""What a program asks before it speaks with other processes, which it may not have."""

import argparse
import os

import torch
import torch.distributed as dist
from torch import nn


def init_distributed_mode(args: argparse.Namespace) -> None:
    if "RANK" in os.environ:
        args.rank = int(os.environ["RANK"])
    else:
        print("Not using distributed mode")
        args.distributed = False
        return
    args.distributed = True
    dist.init_process_group("gloo", rank=args.rank)
    dist.barrier()  # there is a group


def is_ready() -> bool:
    return dist.is_available() and dist.is_initialized()


def size() -> int:
    if not is_ready():
        return 1
    return dist.get_world_size()


def mean(value: torch.Tensor) -> torch.Tensor:
    total = value.clone()
    dist.all_reduce(total)  # its only caller asks
    return total / size()


def mean_of_all(value: torch.Tensor) -> torch.Tensor:
    return mean(value) if size() > 1 and is_ready() else value


def by_a_name(value: torch.Tensor) -> torch.Tensor:
    several = dist.is_initialized()
    if several:
        dist.all_reduce(value)
    return value


def save(model: nn.Module, args: argparse.Namespace) -> None:
    if args.distributed:
        dist.barrier()
    torch.save(model.state_dict(), "last.pt")


def names(found: list[str]) -> list[list[str]]:
    together: list[list[str]] = [[] for _ in range(dist.get_world_size() if is_ready() else 1)]
    try:
        dist.all_gather_object(together, found)
    except ValueError:
        return [found]
    return together


def main(args: argparse.Namespace) -> None:
    init_distributed_mode(args)
    model = nn.Linear(4, 1)
    for _ in range(3):
        save(model, args)
        mean_of_all(model.weight.detach())
        dist.barrier()  # finding: runs where `init_distributed_mode` creates no process group
    dist.barrier()  # told once
