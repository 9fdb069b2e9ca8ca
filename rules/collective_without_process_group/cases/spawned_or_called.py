"""One branch starts processes that run a function, the other calls it: both make a process group in there."""

import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn


class Shared(nn.Module):
    def forward(self, x):
        dist.all_reduce(x)
        return x


def main(args):
    if args.multiprocessing_distributed:
        mp.spawn(worker, nprocs=args.gpus, args=(args,))
    else:
        worker(0, args)


def worker(rank, args):
    dist.init_process_group("gloo", rank=rank, world_size=args.world_size)
    model = Shared()
    for x in args.batches:
        model(x)
