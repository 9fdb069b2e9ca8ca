"""One rank leaves: the others wait at the first collective that they come to, and never see the next."""

import os

import torch.distributed as dist
from torch import nn


def main(model: nn.Module, folder, again, rank, epochs):
    if rank == 0:
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(os.path.join(folder, "log.txt")) and not again:
            print("there is a run of this name")
            return
    if again:
        found = [folder]
        dist.broadcast_object_list(found)
    for _ in range(epochs):
        dist.barrier()  # finding: `barrier` waits for all ranks, but is called only where `os.path.exists(...) and not
        model.train()
        dist.barrier()


def inside(values, rank):
    if rank == 0:
        print(values)
        dist.all_reduce(values)  # finding: `all_reduce` waits for all ranks, but is called only where `rank == 0`
        dist.barrier()  # finding: `barrier` waits for all ranks, but is called only where `rank == 0`


def early(values, rank, done):
    if rank != 0 and done:
        return
    dist.broadcast(values, 0)  # finding: `broadcast` waits for all ranks, but is called only where `rank != 0 and done`
    dist.all_reduce(values)
