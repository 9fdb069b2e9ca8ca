"""Processes that share the layers of one model have to draw the same dropout."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module


def main(args, mesh, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(args.seed)
    model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))
    parallelize_module(model, mesh["tp"], {"0": ColwiseParallel()})
    fully_shard(model, mesh=mesh["dp"])
    for x, y in loader:
        nn.functional.cross_entropy(model(x), y).backward()
