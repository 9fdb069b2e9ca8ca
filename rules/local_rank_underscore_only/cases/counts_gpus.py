"""A program that chooses its GPU by its rank in the group, and only shows what the launcher of old has passed."""

import argparse

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0)  # suspected: gets no value
args = parser.parse_args()
dist.init_process_group("nccl")
torch.cuda.set_device(dist.get_rank() % torch.cuda.device_count())
print(args.local_rank)
