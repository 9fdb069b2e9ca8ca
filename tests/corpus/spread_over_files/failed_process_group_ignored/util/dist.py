"""A setup that returns rank 0 where it fails."""

import os
import torch
import torch.distributed as dist


def setup(args):
    args.rank = int(os.environ["RANK"])
    args.world_size = int(os.environ["WORLD_SIZE"])
    torch.cuda.set_device(args.rank)  # finding: counts over all machines
    dist.init_process_group("nccl", world_size=args.world_size, rank=args.rank)
    return args.rank, args.world_size
