"""Ranks that a program on several machines computes for the processes that it starts."""

import argparse

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch import nn
from torch.nn.parallel import DistributedDataParallel


def work(local_rank: int, args: argparse.Namespace) -> None:
    rank = args.node_rank * args.gpus + local_rank
    dist.init_process_group("nccl", rank=rank, world_size=args.nodes * args.gpus)
    model = nn.Linear(4, 1).to(local_rank)
    model = DistributedDataParallel(model, device_ids=[rank])  # finding: counts over all machines
    print(model(torch.randn(4, 4, device=f"cuda:{local_rank}")))


def work_right(local_rank: int, args: argparse.Namespace) -> None:
    rank = args.node_rank * args.gpus + local_rank
    dist.init_process_group("nccl", rank=rank, world_size=args.nodes * args.gpus)
    torch.cuda.set_device(local_rank)
    print(DistributedDataParallel(nn.Linear(4, 1).cuda(), device_ids=[local_rank]))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--gpus", type=int, default=8)
    parser.add_argument("--node-rank", type=int, default=0)
    args = parser.parse_args()
    mp.spawn(work, args=(args,), nprocs=args.gpus)
    mp.spawn(work_right, args=(args,), nprocs=args.gpus)
