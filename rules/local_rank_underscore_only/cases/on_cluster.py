"""A program that SLURM or PyTorch may start."""

import argparse
import os

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0)  # suspected: gets no value
args = parser.parse_args()
rank = int(os.environ["SLURM_PROCID" if "SLURM_PROCID" in os.environ else "RANK"])
dist.init_process_group("nccl", rank=rank, world_size=int(os.environ["WORLD_SIZE"]))
torch.cuda.set_device(rank % torch.cuda.device_count())
if args.local_rank == 0:
    print(args)
