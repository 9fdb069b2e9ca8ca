"""A part of the program has a seed of its own, and the generator goes on afterwards as it was."""

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP


def main(args, loader):
    dist.init_process_group("nccl")
    torch.manual_seed(args.seed + dist.get_rank())
    with torch.random.fork_rng():
        torch.manual_seed(args.seed)
        model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.1), nn.Linear(8, 2))
    wrapped = DDP(model)
    for x, y in loader:
        nn.functional.cross_entropy(wrapped(x), y).backward()
