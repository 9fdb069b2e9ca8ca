"""A program that somebody starts on each machine, with a rank for each."""

import argparse

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0)
parser.add_argument("--world_size", type=int, default=1)
args = parser.parse_args()
dist.init_process_group(
    "nccl", init_method="tcp://10.0.0.1:23456", rank=args.local_rank, world_size=args.world_size
)
torch.cuda.set_device(args.local_rank)
