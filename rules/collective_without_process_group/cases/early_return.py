"""A setup that returns early without a launcher, as many programs have it."""

import os

import torch
import torch.distributed as dist
from torch import nn


def init_distributed_mode(args):
    if "RANK" in os.environ:
        args.rank = int(os.environ["RANK"])
    elif "SLURM_PROCID" in os.environ:
        args.rank = int(os.environ["SLURM_PROCID"])
    else:
        args.distributed = False
        return
    args.distributed = True
    dist.init_process_group("nccl")
    dist.barrier()


def main(args):
    init_distributed_mode(args)
    model = Pairs()
    if args.distributed:
        model = nn.parallel.DistributedDataParallel(model)
        average_if_asked(model)
    for epoch in range(args.epochs):
        if epoch % 5 == 0:
            evaluate(model)
        dist.barrier()  # finding: runs where `init_distributed_mode` creates no process group
    dist.barrier()


def evaluate(model):
    error = model(torch.ones(2)).sum()
    dist.all_reduce(error)  # finding: guard it with `if torch.distributed.is_initialized():`
    return error


def average_if_asked(model):
    for parameter in model.parameters():
        dist.all_reduce(parameter.data)


def count(args):
    if not args.distributed:
        return 1
    return dist.get_world_size()


def mean(value):
    if not dist.is_available() or not dist.is_initialized():
        return value
    dist.all_reduce(value)
    return value / dist.get_world_size()


def gather(tensor):
    parts = [torch.ones_like(tensor) for _ in range(dist.get_world_size())]  # suspected: no process group
    dist.all_gather(parts, tensor)
    return torch.cat(parts)


class Pairs(nn.Module):
    def forward(self, x):
        mean(x.detach()), count(self)
        return x @ gather(x).T


class Meter:
    def reduce(self):
        dist.barrier()


if __name__ == "__main__":
    main(None)
