"""A process group that is made in the branch that a single process does not take."""

import torch
import torch.distributed as dist
from torch import nn


def main(args):
    if args.local_rank == -1:
        device = torch.device("cpu")
    else:
        device = torch.device("cuda", args.local_rank)
        dist.init_process_group("nccl")
    rank = dist.get_rank()  # finding: `dist.get_rank()` raises in runs where `args.local_rank == -1` holds
    model = nn.Linear(2, 2).to(device)
    for _ in range(args.epochs):
        print(rank, model)


def insisting(args):
    if args.local_rank == -1:
        raise SystemExit("start this with torchrun")
    else:
        dist.init_process_group("nccl")
    for _ in range(args.epochs):
        print(dist.get_rank())


def of_either_kind(args):
    if args.world_size == 1:
        dist.init_process_group("gloo", init_method="tcp://localhost:23456", rank=0, world_size=1)
    else:
        dist.init_process_group("nccl")
    for _ in range(args.epochs):
        print(dist.get_rank())
