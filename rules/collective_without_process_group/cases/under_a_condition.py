"""A process group under a condition in the program itself, and helpers that need it."""

import torch.distributed as dist
from torch import nn


def run(args):
    if args.world_size > 1:
        dist.init_process_group("gloo")
    model = nn.Linear(2, 2)
    for _ in range(args.epochs):
        save(model)
        if args.world_size > 1:
            dist.barrier()
        try:
            dist.barrier()
        except ValueError:
            print("one process")


def save(model):
    if dist.get_rank() == 0:  # finding: `dist.get_rank()` raises in runs where `args.world_size > 1` does not hold
        print(model)
