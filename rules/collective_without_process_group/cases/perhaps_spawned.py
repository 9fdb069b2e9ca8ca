"""What one branch spawns, and the other calls, makes a process group under a condition of its own."""

import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


class Shared(nn.Module):
    def forward(self, x):
        dist.all_reduce(x)  # suspected: runs where `args.distributed` does not hold
        return x


def main(args):
    if args.multiprocessing_distributed:
        mp.spawn(worker, nprocs=args.gpus, args=(args,))
    else:
        worker(0, args)


def worker(rank, args):
    if args.distributed:
        dist.init_process_group("gloo", rank=rank, world_size=args.world_size)
    model = Shared()
    for x in args.batches:
        model(x)
