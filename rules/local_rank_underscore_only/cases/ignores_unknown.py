"""The parser accepts anything, and the number stays what it is by default."""

import argparse

import torch
import torch.distributed as dist

parser = argparse.ArgumentParser()
parser.add_argument("--local_rank", type=int, default=0)  # finding: `--local_rank` gets no value
args, _ = parser.parse_known_args()
dist.init_process_group("nccl")
torch.cuda.set_device(args.local_rank)
